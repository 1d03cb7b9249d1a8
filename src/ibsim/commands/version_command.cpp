#include "build_info.hpp"
#include "commands/commands.hpp"
#include "parallel/device.hpp"
#include "parallel/launched_ranks.hpp"
#include "program/source_state.hpp"

#include <iostream>

extern "C" const char fftw_version[]; // of the library as loaded: "fftw-3.3.10-sse2-avx"

namespace ibsim {

int version_command() {
  const std::string commit = source_commit();
  std::cout << "ibsim " << IBSIM_VERSION << (commit.empty() ? "" : " (commit ") << commit
            << (source_changed() ? ", changed since" : "") << (commit.empty() ? "" : ")") << ", "
            << IBSIM_BUILD_TYPE << " build by " << IBSIM_COMPILER << "\n";
  std::cout << "backends   cpu (OpenMP, " << cpu_threads() << " threads)";
  if (built_with_cuda())
    std::cout << ", cuda (CUDA " << IBSIM_CUDA_VERSION << ", built for sm_" << IBSIM_CUDA_ARCHITECTURES
              << ")";
  std::cout << "\n";
  if (const std::string why_not = why_no_cuda_device(); !why_not.empty()) {
    std::cout << "GPU        none: " << why_not << "\n";
  } else {
    const DeviceDescription gpu = describe_cuda_device();
    std::cout << "GPU        " << gpu.name << ", " << (gpu.memory_bytes >> 20) << " MiB, driver for CUDA "
              << gpu.driver << ", runtime " << gpu.runtime << "\n";
  }
  std::cout << "MPI        " << LaunchedRanks::mpi_in_words() << "\n";
  std::cout << "libraries  " << fftw_version << ", Eigen " << IBSIM_EIGEN_VERSION << ", HDF5 "
            << IBSIM_HDF5_VERSION << ", yaml-cpp " << IBSIM_YAML_CPP_VERSION << ", spdlog "
            << IBSIM_SPDLOG_VERSION << ", CLI11 " << IBSIM_CLI11_VERSION;
  if (built_with_cuda()) std::cout << ", Thrust " << IBSIM_THRUST_VERSION;
  std::cout << "\n";
  return 0;
}

} // namespace ibsim

// Hardware of this machine, asked for without failing where there is none.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace ibsim {

/// True if this binary was built with the CUDA backend.
bool built_with_cuda();

/// Empty if a CUDA device can be used; otherwise one line that says why not.
std::string why_no_cuda_device();

/// How many CUDA devices can be used: 0 without CUDA.
int cuda_devices();

struct DeviceDescription {
  std::string name;             ///< "NVIDIA H200, compute capability 9.0"
  std::size_t memory_bytes = 0; ///< in all
  std::string driver, runtime;  ///< CUDA versions, "13.0"
};
/// @throws ResourceError if there is none of this number.
DeviceDescription describe_cuda_device(int device = 0);

/// Bytes free on the CUDA device of this thread, or on another one, now. @throws ResourceError if there is
/// none.
std::size_t free_cuda_memory();
std::size_t free_cuda_memory(int device);

/// The device on which this thread allocates: which of all there are, on whatever host, and the bytes that
/// are free on it. Of the CPU backend the host, which is no device of others.
struct DeviceRoom {
  std::array<char, 16> device;
  std::size_t free;
};
template <class B>
DeviceRoom room_of_device();

/// Bytes of host memory that a program can still have without swapping.
std::size_t free_host_memory();

/// Number of threads that the CPU backend uses; 0 means all cores.
void set_cpu_threads(int n);
int cpu_threads();

} // namespace ibsim

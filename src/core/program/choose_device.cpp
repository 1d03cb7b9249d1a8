#include "program/choose_device.hpp"

#include "base/error.hpp"
#include "parallel/device.hpp"

#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace ibsim {
namespace {

/// OpenMP ends the program where a thread cannot be started, with a line of its own; so this is tried before.
void require_threads(int n) {
  std::latch tried(1);
  std::vector<std::thread> others;
  std::string failure;
  try {
    others.reserve(static_cast<std::size_t>(n));
    for (int i = 1; i < n; ++i) others.emplace_back([&tried] { tried.wait(); });
  } catch (const std::system_error& e) {
    failure = e.code().message();
  }
  tried.count_down();
  for (std::thread& other : others) other.join();
  if (!failure.empty())
    throw ResourceError(
        "cannot start " + std::to_string(n) + " threads, only " + std::to_string(others.size() + 1) + ": " +
        failure +
        "; choose fewer with --threads, or raise the limit of processes or of memory (ulimit -u, -v)");
}

} // namespace

DeviceChoice choose_device(const DevicePlan& wanted) {
  set_cpu_threads(wanted.threads);
  require_threads(cpu_threads());
  const std::string on_cpu = "computing on the CPU with " + std::to_string(cpu_threads()) +
                             (cpu_threads() == 1 ? " thread" : " threads");
  if (wanted.backend == DeviceKind::cpu) return {false, on_cpu};

  const std::string why_not = why_no_cuda_device();
  if (why_not.empty()) return {true, "computing on " + describe_cuda_device().name};
  if (wanted.backend == DeviceKind::cuda)
    throw ResourceError("no CUDA device: " + why_not + " (choose --device cpu, or auto)");
  return {false, on_cpu + " (no GPU: " + why_not + ")"};
}

} // namespace ibsim

#include "apps/choose_device.hpp"

#include "base/error.hpp"

namespace ibsim {

DeviceChoice choose_device(DeviceKind wanted, int threads) {
  set_cpu_threads(threads);
  const std::string on_cpu = "computing on the CPU with " + std::to_string(cpu_threads()) +
                             (cpu_threads() == 1 ? " thread" : " threads");
  if (wanted == DeviceKind::cpu) return {false, on_cpu};

  const std::string why_not = why_no_cuda_device();
  if (why_not.empty()) return {true, "computing on " + describe_cuda_device().name};
  if (wanted == DeviceKind::cuda)
    throw ResourceError("no CUDA device: " + why_not + " (choose --device cpu, or auto)");
  return {false, on_cpu + " (no GPU: " + why_not + ")"};
}

} // namespace ibsim

#include "program/choose_device.hpp"

#include "base/error.hpp"
#include "parallel/device.hpp"
#include "parallel/launched_ranks.hpp"

#include <algorithm>
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

/// @param wanted as DevicePlan::gpus_wanted
int count_gpus(int wanted) {
  const int there = cuda_devices();
  if (wanted > there)
    throw ResourceError("--gpus " + std::to_string(wanted) + ": this machine has " + std::to_string(there) +
                        " that can be used (nvidia-smi -L lists them); choose at most this number, or all");
  return wanted == 0 ? there : wanted;
}

/// Each of the processes that a launcher has started is a rank, with its part of the cores, and of the GPUs
/// one.
DevicePlan of_a_process(DevicePlan plan) {
  if (plan.gpus_asked > 1 || plan.ranks > 0)
    throw InputError(std::to_string(plan.launched->size()) +
                     " processes were started together, and each is a rank with at most one GPU: leave out " +
                     (plan.ranks > 0 ? "--ranks" : "--gpus"));
  plan.gpus_asked = 1, plan.ranks = plan.launched->size();
  if (plan.threads == 0) plan.threads = plan.launched->own_cores();
  return plan;
}

} // namespace

DeviceChoice choose_device(const DevicePlan& requested) {
  const DevicePlan wanted = requested.launched ? of_a_process(requested) : requested;
  set_cpu_threads(wanted.threads);
  require_threads(cpu_threads());
  const std::string on_cpu = "computing on the CPU with " + std::to_string(cpu_threads()) +
                             (cpu_threads() == 1 ? " thread" : " threads");
  const bool several = wanted.gpus_wanted() > 1;
  const int ranks = std::max(1, wanted.ranks);
  if (wanted.backend == DeviceKind::cpu) {
    if (several)
      throw InputError("several GPUs and the CPU exclude each other: leave out one of --gpus and --device "
                       "cpu (device.gpus, device.backend); --ranks sets the ranks on the CPU");
    return {false, 1, ranks, on_cpu};
  }

  const std::string why_not = why_no_cuda_device();
  if (why_not.empty()) {
    const int gpus = count_gpus(wanted.gpus_wanted());
    return {true, gpus, wanted.ranks > 0 ? wanted.ranks : gpus,
            "computing on " + (gpus > 1 ? std::to_string(gpus) + " GPUs, " : "") +
                describe_cuda_device().name};
  }
  if (wanted.backend == DeviceKind::cuda || several)
    throw ResourceError(
        "no CUDA device: " + why_not +
        (several ? " (leave out --gpus, or device.gpus)" : " (choose --device cpu, or auto)"));
  return {false, 1, ranks, on_cpu + " (no GPU: " + why_not + ")"};
}

DeviceChoice choose_device_to_plan(const DevicePlan& asked) {
  const int there = why_no_cuda_device().empty() ? cuda_devices() : 0;
  const bool lacks_one = asked.backend == DeviceKind::cuda && there == 0;
  const int wanted = std::max(lacks_one ? 1 : 0, asked.gpus_wanted());
  if (asked.launched || asked.backend == DeviceKind::cpu || (!lacks_one && wanted <= std::max(1, there)))
    return choose_device(asked);
  DevicePlan here = asked;
  here.backend = DeviceKind::automatic, here.gpus_asked = 1;
  if (here.ranks == 0) here.ranks = wanted;
  DeviceChoice choice = choose_device(here);
  choice.gpus_elsewhere = wanted;
  choice.line = (wanted == 1 ? std::string("a GPU") : std::to_string(wanted) + " GPUs") +
                ", of which this machine has " + (there > 0 ? std::to_string(there) : "none") +
                ": the dry run was " + choice.line;
  return choice;
}

} // namespace ibsim

#include "flow_run/serve_flows.hpp"

#include "base/error.hpp"
#include "files/run_folder.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_files/write_resolved.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "parallel/launched_ranks.hpp"
#include "parallel/with_cuda.hpp"
#include "program/machine.hpp"
#include "ranks/step_of_ranks.hpp"
#include "state/make_structures.hpp"

namespace ibsim {
namespace {

enum class Service { flow, end };

struct Hardware {
  bool on_gpu;
  int threads; ///< 0: the rank's own cores
};

void end_with_the_way_on(const LaunchedRanks& launched, const std::string& folder) {
  launched.when_failed_say([folder] {
    std::error_code none;
    return std::filesystem::exists(run_files(folder).checkpoint, none)
               ? "; continue from the last checkpoint with: ibsim resume " + folder
               : std::string("; there is no checkpoint to continue from");
  });
}

template <class B>
void serve(const Stream<B>& stream, const Scenario& scenario) {
  serve_steps(scenario.device, stream, scenario, scenario.time,
              make_surface_kinds(scenario, default_cache_folder()));
}

#if defined(IBSIM_WITH_CUDA)
Stream<Cuda> stream_of_process(const LaunchedRanks& launched) {
  if (const std::string why_not = why_no_cuda_device(); !why_not.empty())
    throw ResourceError("no CUDA device: " + why_not);
  return Stream<Cuda>(launched.rank_of_host() % cuda_devices());
}
#endif

} // namespace

void begin_service(const LaunchedRanks& launched, const Scenario& scenario, bool on_gpu) {
  end_with_the_way_on(launched, scenario.output.folder);
  const World& world = launched.world();
  world.broadcast(Service::flow);
  world.broadcast(Hardware{on_gpu, scenario.device.threads});
  world.broadcast(resolved_scenario(scenario));
}

void end_service(const LaunchedRanks& launched, int exit_code) {
  launched.world().broadcast(Service::end);
  launched.world().broadcast(exit_code);
}

int serve_flows(const LaunchedRanks& launched) {
  const World& world = launched.world();
  while (world.broadcast(Service::end) == Service::flow) {
    const auto hardware = world.broadcast(Hardware{});
    std::vector<std::string> warnings; // the first process has them too
    Scenario scenario =
        read_scenario_text(world.broadcast(std::string()), "the scenario of rank 0", {}, warnings);
    scenario = with_slots(std::move(scenario));
    scenario.cache_folder = default_cache_folder().string();
    scenario.device.launched = &launched, scenario.device.ranks = launched.size();
    end_with_the_way_on(launched, scenario.output.folder);
    set_cpu_threads(hardware.threads > 0 ? hardware.threads : launched.own_cores());
#if defined(IBSIM_WITH_CUDA)
    if (hardware.on_gpu) {
      serve(stream_of_process(launched), scenario);
      continue;
    }
#endif
    serve(Stream<Cpu>(), scenario);
  }
  return world.broadcast(0);
}

} // namespace ibsim

#include "simulation/run.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/wall_clock.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"

namespace ibsim {
namespace {

/// Steps between two looks at the numbers: each look waits for the GPU, and the failure it finds knows its
/// own step.
constexpr std::uint64_t check_every_on_cuda = 64;

/// Steps between two looks at flow and volumes, and between two copies of the state: a multiple of
/// check_every_on_cuda, so that it has been checked.
constexpr std::uint64_t check_all_every = 256, remember_every = 64;

} // namespace

void run(Simulation& simulation, const std::vector<Reporter*>& reporters, const RunControl& control) {
  const TimeSettings& time = simulation.scenario().time;
  const std::uint64_t intervals = intervals_to_end(time, simulation.scenario().output);
  const std::uint64_t first = simulation.steps();
  const std::uint64_t check_every = simulation.on_cuda() ? check_every_on_cuda : 1;
  const double start = now();

  std::vector<double> last_report(reporters.size(), start);
  const auto look = [&] {
    const std::uint64_t interval = simulation.interval();
    Moment moment{interval, simulation.between_intervals(), interval == 0 && first == 0,
                  interval == intervals};
    bool checked = false;
    for (std::size_t i = 0; i < reporters.size(); ++i) {
      moment.seconds = now() - last_report[i];
      if (!reporters[i]->due(moment)) continue;
      if (!checked) simulation.check(), simulation.check_flow(), checked = true;
      reporters[i]->report(simulation);
      last_report[i] = now();
    }
  };
  const auto finished = [&] { return simulation.interval() >= intervals && simulation.between_intervals(); };
  const auto progress = [&] {
    return Progress{
        simulation.steps(), simulation.steps_in_all(), simulation.time(), time.end, now() - start, first};
  };

  simulation.remember();
  log::debug("there is a copy to go back to");
  if (first == 0) look();
  const auto far_enough = [&] {
    return simulation.between_intervals() && simulation.time() >= control.until * (1 - 1e-12);
  };
  while (!finished() && !far_enough()) {
    simulation.advance();
    if (control.progress) control.progress(progress()); // before rows and frames of the step
    if (simulation.steps() % check_every == 0) simulation.check();
    if (simulation.steps() % check_all_every == 0) simulation.check_all();
    if (simulation.steps() % remember_every == 0) simulation.remember();
    look();
    if (control.stop_requested && control.stop_requested() && !finished()) {
      simulation.check();
      const Progress done = progress();
      throw Interrupted("stopped at step " + std::to_string(done.step) +
                        (time.automatic ? " of about " : " of ") + std::to_string(done.steps));
    }
  }
  simulation.synchronize();
}

} // namespace ibsim

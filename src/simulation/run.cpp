#include "simulation/run.hpp"

#include "base/error.hpp"

#include <chrono>
#include <type_traits>

namespace ibsim {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Steps between two looks at the numbers: each look waits for the GPU, and the failure it finds knows its own step.
template <class B>
constexpr std::uint64_t check_every = std::is_same_v<B, Cuda> ? 64 : 1;

} // namespace

template <class B>
void run(Simulation<B>& simulation, const std::vector<Observer<B>>& observers, const RunControl& control) {
  const std::uint64_t steps = steps_to(simulation.scenario().time.end, simulation.scenario().time.step);
  const std::uint64_t first = simulation.steps();
  const double start = now();

  const auto due = [&](const Observer<B>& observer, std::uint64_t step) {
    return (step == 0 && first == 0) || step == steps || (observer.every > 0 && step % observer.every == 0);
  };
  const auto look = [&] {
    bool checked = false;
    for (const Observer<B>& observer : observers) {
      if (!due(observer, simulation.steps())) continue;
      if (!checked) simulation.check(), checked = true;
      observer.observe(simulation);
    }
  };

  if (first == 0) look();
  while (simulation.steps() < steps) {
    simulation.advance();
    if (simulation.steps() % check_every<B> == 0) simulation.check();
    look();
    if (control.progress)
      control.progress({simulation.steps(), steps, simulation.time(), simulation.scenario().time.end, now() - start, first});
    if (control.stop_requested && control.stop_requested() && simulation.steps() < steps) {
      simulation.check();
      throw Interrupted("stopped at step " + std::to_string(simulation.steps()) + " of " + std::to_string(steps));
    }
  }
  simulation.queue().synchronize();
}

template void run(Simulation<Cpu>&, const std::vector<Observer<Cpu>>&, const RunControl&);
#if defined(IBSIM_WITH_CUDA)
template void run(Simulation<Cuda>&, const std::vector<Observer<Cuda>>&, const RunControl&);
#endif

} // namespace ibsim

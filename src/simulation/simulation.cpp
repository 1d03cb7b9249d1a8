#include "simulation/simulation.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fluid/background_shear.hpp"
#include "fluid/taylor_green.hpp"
#include "simulation/initial_sites.hpp"
#include "simulation/max_speed.hpp"

#include <cmath>
#include <cstdio>

namespace ibsim {
std::vector<MembraneKind> make_membrane_kinds(const Scenario& scenario, const std::filesystem::path& cache_folder) {
  std::vector<MembraneKind> kinds;
  for (const ObjectKind& object : scenario.objects)
    kinds.push_back(make_membrane_kind(object.surface, object.law, object.data_sites, object.sample_sites, cache_folder));
  return kinds;
}

template <class B>
Simulation<B>::Simulation(const Queue<B>& queue, const Scenario& scenario, const std::vector<MembraneKind>& kinds)
    : queue_(queue), scenario_(scenario), step_(queue, scenario, kinds),
      state_{0, FaceField<B>(queue, scenario.grid), {}},
      timer_(queue, phase_names, steps_to(scenario.time.end, scenario.time.step)) {
  if (scenario.initial_flow == InitialFlow::shear) set_background_shear(queue, scenario.grid, scenario.shear_rate, state_.velocity.view());
  if (scenario.initial_flow == InitialFlow::taylor_green) {
    set_taylor_green(queue, scenario.grid, scenario.taylor_green_speed, state_.velocity.view());
    project(queue, scenario.grid, state_.velocity.view());
  }
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    state_.data_sites.emplace_back(queue, initial_sites(scenario.objects[kind], kinds[kind].data_nodes));
}

template <class B>
void Simulation<B>::advance() {
  step_.advance(queue_, state_, timer_);
}

template <class B>
void Simulation<B>::check() const {
  if (const std::optional<Failure> failure = step_.failure(queue_)) {
    const ObjectKind& kind = scenario_.objects[failure->kind];
    const std::string where = text("step %llu (t = %g us): object '%s' %zu, data site %d: ", static_cast<unsigned long long>(failure->step),
                                   static_cast<double>(failure->step) * scenario_.time.step, kind.name.c_str(), failure->object + 1, failure->data_site + 1);
    const std::string what = failure->what == Failure::What::position_not_finite
                                 ? "its position is not a finite number"
                                 : text("it moved by more than a grid cell (%g um) in one step", scenario_.grid.h);
    throw NumericalError("the numbers blew up at " + where + what + text("; try a smaller time.step than %g us", scenario_.time.step));
  }
  // Without objects there is nothing that moves: look at the fluid itself.
  if (scenario_.objects.empty()) {
    const real speed = max_speed(queue_, scenario_.grid, FaceView<const real>(const_cast<State<B>&>(state_).velocity.view()));
    if (!std::isfinite(speed) || speed * scenario_.time.step > scenario_.grid.h)
      throw NumericalError(text("the numbers blew up by step %llu (t = %g us): the fluid's largest speed is %g um/us, more than a grid cell a "
                                "step; try a smaller time.step than %g us",
                                static_cast<unsigned long long>(state_.step), static_cast<double>(time()), speed, scenario_.time.step));
  }
}

std::uint64_t steps_to(real time, real time_step) { return static_cast<std::uint64_t>(std::llround(time / time_step)); }

template class Simulation<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class Simulation<Cuda>;
#endif

} // namespace ibsim

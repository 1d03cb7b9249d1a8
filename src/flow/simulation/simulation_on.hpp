// A simulation on a backend, with its state in the memory of that backend: for tests, and for studies that
// run kernels on it. What it adds is of one rank alone, but for the stream.
#pragma once

#include "ranks/step_alone.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

template <class B>
class SimulationOn : public Simulation {
 public:
  SimulationOn(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds)
      : Simulation(stream, scenario, kinds), stream_(stream) {}
  /// Makes a simulation with structures in place of the scenario's, one a kind, and forces between them.
  SimulationOn(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
               std::vector<Structure<B>> structures,
               typename ImmersedBoundaryStep<B>::PairForces pair_forces = {})
      : Simulation(scenario, kinds,
                   make_step_alone(stream, scenario, kinds, std::move(structures), std::move(pair_forces))),
        stream_(stream) {}

  const Stream<B>& stream() const { return stream_; }
  const State<B>& present() const { return on().state(); }
  /// The state, to be changed: forgets what is known of it.
  State<B>& state() { return forget(), on().state(); }
  // As StepperOn has them.
  ImmersedBoundaryStep<B>& step() const { return on().step(); }
  void evaluate() { on().evaluate(); }
  void pressure(real* p) { on().pressure(p); }

 private:
  StepperOn<B>& on() const { return static_cast<StepperOn<B>&>(stepper()); }
  const Stream<B>& stream_;
};

} // namespace ibsim

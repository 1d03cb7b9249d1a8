// A scenario being simulated on a backend: the state, the step that advances it, and a watch over the numbers.
#pragma once

#include "simulation/immersed_boundary_step.hpp"

namespace ibsim {

/// The kinds of objects of a scenario, their operators made or read from the cache. The slow part of set-up.
std::vector<MembraneKind> make_membrane_kinds(const Scenario&, const std::filesystem::path& cache_folder);

template <class B>
class Simulation {
 public:
  /// At time zero. The queue and the scenario must outlive this. @param kinds as make_membrane_kinds gives them for this scenario.
  Simulation(const Queue<B>&, const Scenario&, const std::vector<MembraneKind>& kinds);

  /// One time step. Allocates nothing and does not wait for the queue.
  void advance();

  /// Wait for the queue. @throws NumericalError naming the step, the object and the quantity if the numbers have blown up.
  void check() const;

  /// Make forces, tensions and site velocities those of the present state, for output.
  void evaluate() { step_.evaluate(queue_, state_); }

  /// Time a step by phase, sampled over the run. Waits for the queue.
  std::vector<PhaseTime> phase_times() { return timer_.summary(queue_); }

  const Queue<B>& queue() const { return queue_; }
  const Scenario& scenario() const { return scenario_; }
  State<B>& state() { return state_; }
  ImmersedBoundaryStep<B>& step() { return step_; }
  std::uint64_t steps() const { return state_.step; }
  real time() const { return static_cast<real>(state_.step) * scenario_.time.step; }

 private:
  const Queue<B>& queue_;
  const Scenario& scenario_;
  ImmersedBoundaryStep<B> step_;
  State<B> state_;
  PhaseTimer<B> timer_;
};

/// The number of steps to the end of a scenario: end / step, rounded to the nearest whole number.
std::uint64_t steps_to(real time, real time_step);

} // namespace ibsim

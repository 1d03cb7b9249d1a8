// The loop over the time steps, and those who look on.
//
// An observer is called at step 0, then every so many intervals, and at the end; always after the numbers
// have been checked, so it never sees (or writes) a state that has diverged.
#pragma once

#include "base/progress.hpp"
#include "simulation/simulation.hpp"

#include <functional>
#include <limits>

namespace ibsim {

template <class B>
struct Observer {
  std::string name;
  /// intervals (time_plan.hpp; with a fixed step: steps) between two calls; 0: only at the start and the end
  std::uint64_t every = 0;
  std::function<void(Simulation<B>&)> observe;
  /// also after any step, when so much wall clock has passed since its last call; 0: never
  double every_seconds = 0;
};

struct RunControl {
  /// us: stop at the first end of an interval from here on, if the scenario goes further
  real until = std::numeric_limits<real>::infinity();
  std::function<bool()> stop_requested;          ///< asked after every step; may be empty
  std::function<void(const Progress&)> progress; ///< called after every step, must be quick; may be empty
};

/// Run to the end of the scenario, or to control.until. @throws Interrupted after stop_requested,
/// NumericalError if the simulation diverges; the observers have then seen every state up to the last that
/// was due.
template <class B>
void run(Simulation<B>&, const std::vector<Observer<B>>&, const RunControl&);

} // namespace ibsim

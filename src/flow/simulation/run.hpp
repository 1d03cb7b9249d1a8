// The loop over the time steps. Reporters (simulation/reporter.hpp) are asked after every step whether they
// are due, always after the numbers have been checked.
#pragma once

#include "base/progress.hpp"
#include "simulation/reporter.hpp"
#include "simulation/simulation.hpp"

#include <functional>
#include <limits>
#include <vector>

namespace ibsim {

struct RunControl {
  /// us: stop at the first end of an interval from here on, if the scenario goes further
  real until = std::numeric_limits<real>::infinity();
  std::function<bool()> stop_requested;          ///< asked after every step; may be empty
  std::function<void(const Progress&)> progress; ///< called after every step, must be quick; may be empty
};

/// Run to the end of the scenario, or to control.until. @throws Interrupted after stop_requested,
/// NumericalError if the simulation diverges; the reporters have then seen every state up to the last that
/// was due.
template <class B>
void run(Simulation<B>&, const std::vector<Reporter<B>*>&, const RunControl&);

} // namespace ibsim

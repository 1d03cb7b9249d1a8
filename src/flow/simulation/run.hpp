// The loop over the time steps. Reporters (simulation/reporter.hpp) are asked after every step whether they
// are due, always after the numbers have been checked.
#pragma once

#include "simulation/reporter.hpp"
#include "simulation/run_control.hpp"
#include "simulation/simulation.hpp"

#include <vector>

namespace ibsim {

/// Run to the end of the scenario, or to control.until. @throws Interrupted after stop_requested,
/// NumericalError if the simulation diverges; the reporters have then seen every state up to the last that
/// was due.
void run(Simulation&, const std::vector<Reporter*>&, const RunControl&);

} // namespace ibsim

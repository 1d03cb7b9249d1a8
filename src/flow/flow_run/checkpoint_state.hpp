// State <-> checkpoint: every bit that the next step depends on.
#pragma once

#include "files/checkpoint.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

/// @param angles the angles of cells so far (flow_run/cell_output.hpp): not of the dynamics, but of the time
/// series.
Checkpoint checkpoint_of(Simulation&, const std::vector<double>& angles);

/// @throws InputError if the checkpoint is not one of this scenario.
void restore(Simulation&, std::vector<double>& angles, const Checkpoint&);

} // namespace ibsim

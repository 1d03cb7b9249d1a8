// A new run from the state of an old one: velocities, sites and what terms remember come from a checkpoint,
// time and steps begin anew. Physics may differ: fluid, membranes, drive, contact, scheme.
//
// What the old run knew of the step before is left out, so bdf2 begins with its first step. In unbounded
// shear images stay where they had slid to (Drive::strain_at_start), and the part of the velocity that
// repeats is kept: u = g_new (y - Ly/2) + v.
#pragma once

#include "files/checkpoint.hpp"
#include "simulation/simulation.hpp"

#include <optional>

namespace ibsim {

struct Scenario;

struct StartState {
  Checkpoint checkpoint;
  real shear_rate = 0; ///< of unbounded shear at that time, 1/us
};

/// The state that scenario.start names; none if it names none. The scenario gets the strain of that state,
/// and the whole path. @throws InputError "start.from: ..", for one of another box or other objects
std::optional<StartState> state_to_start_from(Scenario&);

/// Gives it to a simulation at time zero. @throws InputError
void start_from(Simulation&, const StartState&);

} // namespace ibsim

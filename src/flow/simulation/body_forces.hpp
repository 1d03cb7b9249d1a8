// What drives the flow of a scenario.
#pragma once

#include "fluid/body_force.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

template <class B>
BodyForces<B> body_forces(const Scenario&);

} // namespace ibsim

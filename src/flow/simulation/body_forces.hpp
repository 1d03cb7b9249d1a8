// What drives the flow of a scenario.
#pragma once

#include "fluid/body_force.hpp"

namespace ibsim {

struct FlowModel;

template <class B>
BodyForces<B> body_forces(const FlowModel&);

} // namespace ibsim

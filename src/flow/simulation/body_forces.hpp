// What drives the flow of a scenario.
#pragma once

#include "fluid/body_force.hpp"

namespace ibsim {

struct FlowModel;

/// It is the same in every plane. @param own cells of which the forces are taken: those of the model's grid,
/// or of a rank's planes
template <class B>
BodyForces<B> body_forces(const FlowModel&, const Grid& own);

} // namespace ibsim

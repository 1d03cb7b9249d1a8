// Forces that drive the flow of a scenario.
#pragma once

#include "fluid/body_force.hpp"
#include "grid/local_grid.hpp"

namespace ibsim {

struct FlowModel;

/// Forces on the own planes of a rank.
template <class B>
BodyForces<B> body_forces(const FlowModel&, const LocalGrid<B>&);

} // namespace ibsim

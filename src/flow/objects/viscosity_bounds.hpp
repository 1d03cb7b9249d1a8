// Bounds of the viscosities of all fluids in a scenario, outside and inside of its objects.
#pragma once

#include "fluid/varying_viscosity.hpp"

namespace ibsim {

struct FlowModel;

/// Bounds of the viscosities in this scenario; not apart if all lambda are 1.
ViscosityBounds viscosity_bounds(const FlowModel&);

} // namespace ibsim

// Properties of the fluid in a scenario.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FluidProperties {
  real density = 1;   ///< rho, pg/um^3
  real viscosity = 1; ///< mu, pg/(um us) = cP
};

} // namespace ibsim

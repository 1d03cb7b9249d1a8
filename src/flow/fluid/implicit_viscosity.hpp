// The viscosity of the implicit terms of a fluid with these bounds (time_scheme.hpp, varying_viscosity.hpp):
// with imex_rk their mean; with bdf2 a third more, and at least three quarters of the largest, for which the
// extrapolated rest is stable however long a step is. At three quarters of what resists a ripple of a
// membrane nothing is left of that at z = -1, where the extrapolated velocity counts three times
// (bdf2_steps.hpp): so the implicit viscosity is no less than the mean of both sides of any membrane.
#pragma once

#include "fluid/varying_viscosity.hpp"

#include <algorithm>

namespace ibsim {

inline real implicit_viscosity(const ViscosityBounds& bounds, TimeScheme scheme) {
  const real mean = (bounds.least + bounds.most) / 2;
  return scheme == TimeScheme::bdf2
             ? std::max({implicit_part_of_viscosity * mean, real{0.75} * bounds.most, bounds.of_membranes})
             : mean;
}

} // namespace ibsim

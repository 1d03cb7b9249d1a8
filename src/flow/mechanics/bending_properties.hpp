// Resistance of a membrane to bending, as a scenario gives it (bending.hpp).
#pragma once

#include "base/precision.hpp"

namespace ibsim {

/// Bending of a kind of objects.
struct BendingProperties {
  real modulus = 0;             ///< kappa, pg um^2/us^2 (1e-12 erg = 1e-4); 0: none
  bool about_reference = false; ///< H_0 is that of the surface at rest
  real curvature = 0;           ///< else: that of a sphere of radius 1/curvature, so H_0 = -curvature; 1/um
  friend bool operator==(const BendingProperties&, const BendingProperties&) = default;
};

} // namespace ibsim

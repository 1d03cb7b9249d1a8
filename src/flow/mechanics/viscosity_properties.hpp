// Viscosity of a membrane, as a scenario gives it (membrane_viscosity.hpp).
#pragma once

#include "base/precision.hpp"

namespace ibsim {

enum class ViscosityModel { maxwell, kelvin_voigt };

/// The viscosity of the membranes of a kind of objects.
struct ViscosityProperties {
  real viscosity = 0; ///< eta_m, pg/us (1e-7 N s/m = 100 pg/us); 0: none
  ViscosityModel model = ViscosityModel::maxwell;
  real modulus = 0.3; ///< k' of the Maxwell element, pg/us^2
  friend bool operator==(const ViscosityProperties&, const ViscosityProperties&) = default;
};

} // namespace ibsim

// A law of a membrane in one small file: neo-Hookean, incompressible in three dimensions (Barthes-Biesel,
// Diaz and Dhenin 2002, J. Fluid Mech. 460, doi:10.1017/S0022112002008352), per reference area:
//
//   W = (G/2)(i1 + 1/i2 - 3)
//
// To offer it to users: this struct to src/mechanics, and its name to AnyLaw (mechanics/laws.hpp).
#pragma once

#include "mechanics/law.hpp"

#include <array>

namespace ibsim {

struct NeoHookean {
  real shear_modulus = 0; ///< G, pg/us^2 (= dyn/cm)

  IBSIM_HD LawEnergy operator()(real i1, real i2) const {
    const real G = shear_modulus, r = 1 / i2;
    return {0.5 * G * (i1 + r - 3), 0.5 * G, -0.5 * G * r * r, 0, 0, G * r * r * r};
  }
  std::array<real, 1> moduli() const { return {shear_modulus}; }
};

} // namespace ibsim

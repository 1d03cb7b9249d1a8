// The neo-Hookean law of a thin sheet of an incompressible material (Barthes-Biesel, Diaz and Dhenin 2002,
// J. Fluid Mech. 460, doi:10.1017/S0022112002008352), per reference area:
//
//   W = (G/2)(i1 + 1/i2 - 3),   T_1 = (G/(l_1 l_2)) [l_1^2 - 1/(l_1 l_2)^2],   E_s = 3 G
//
// The area may change freely (the sheet gets thinner), and the law softens under strain.
#pragma once

#include "mechanics/law.hpp"

#include <array>

namespace ibsim {

struct NeoHookean {
  real shear_modulus = 0; ///< G, pg/us^2 (= dyn/cm)

  friend bool operator==(const NeoHookean&, const NeoHookean&) = default;
  template <class T>
  IBSIM_HD LawEnergyOf<T> operator()(T i1, T i2) const {
    const T G = T(shear_modulus), r = 1 / i2;
    return {T(0.5) * G * (i1 + r - 3), T(0.5) * G, T(-0.5) * G * r * r, 0, 0, G * r * r * r};
  }

  /// What must be finite and not negative.
  std::array<real, 1> moduli() const { return {shear_modulus}; }
};

} // namespace ibsim

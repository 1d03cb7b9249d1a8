// The law of Evans and Skalak (1980, Mechanics and thermodynamics of biomembranes, CRC Press), which others
// call neo-Hookean with an area modulus, per reference area:
//
//   W = (G/2)(i1/J - 2) + (K/2)(J - 1)^2,   J = sqrt(i2) = l_1 l_2
//   T_1 = G (l_1^2 - l_2^2)/(2 J^2) + K (J - 1)
//
// Shear at constant area and dilation are apart: G resists the first alone, K the second.
#pragma once

#include "mechanics/law.hpp"

#include <array>
#include <cmath>

namespace ibsim {

struct EvansSkalak {
  real shear_modulus = 0; ///< G, pg/us^2 (= dyn/cm)
  real area_modulus = 0;  ///< K, pg/us^2

  friend bool operator==(const EvansSkalak&, const EvansSkalak&) = default;
  IBSIM_HD LawEnergy operator()(real i1, real i2) const {
    const real G = shear_modulus, K = area_modulus, J = std::sqrt(i2), r = 1 / J, r3 = r * r * r;
    return {0.5 * G * (i1 * r - 2) + 0.5 * K * (J - 1) * (J - 1),
            0.5 * G * r,
            -0.25 * G * i1 * r3 + 0.5 * K * (1 - r),
            0,
            -0.25 * G * r3,
            0.375 * G * i1 * r3 * r * r + 0.25 * K * r3};
  }

  /// What must be finite and not negative.
  std::array<real, 2> moduli() const { return {shear_modulus, area_modulus}; }
};

} // namespace ibsim

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
  template <class T>
  IBSIM_HD LawEnergyOf<T> operator()(T i1, T i2) const {
    const T G = T(shear_modulus), K = T(area_modulus), J = std::sqrt(i2), r = 1 / J, r3 = r * r * r;
    return {T(0.5) * G * (i1 * r - 2) + T(0.5) * K * (J - 1) * (J - 1),
            T(0.5) * G * r,
            T(-0.25) * G * i1 * r3 + T(0.5) * K * (1 - r),
            0,
            T(-0.25) * G * r3,
            T(0.375) * G * i1 * r3 * r * r + T(0.25) * K * r3};
  }

  /// What must be finite and not negative.
  std::array<real, 2> moduli() const { return {shear_modulus, area_modulus}; }
};

} // namespace ibsim

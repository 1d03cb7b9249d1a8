// The law that Lim, Wortis and Mukhopadhyay (2002, PNAS 99, doi:10.1073/pnas.202617299) fitted to the shapes
// and the stretching of red cells, per reference area:
//
//   W = (K/2) a^2 (1 + a_3 a + a_4 a^2) + G (b + b_1 a b + b_2 b^2)
//   a = J - 1,   b = i1/(2 J) - 1,   J = sqrt(i2) = l_1 l_2
//   T_1 = K (a + 3 a_3 a^2/2 + 2 a_4 a^3) + G b_1 b + G (1 + b_1 a + 2 b_2 b)(l_1^2 - l_2^2)/(2 J^2)
//
// with (a_3, a_4, b_1, b_2) = (-2, 8, 0.7, 0.75). All zero, it is the law of Evans and Skalak.
#pragma once

#include "mechanics/law.hpp"

#include <array>
#include <cmath>

namespace ibsim {

struct Lim {
  real shear_modulus = 0;                    ///< G, pg/us^2 (= dyn/cm)
  real area_modulus = 0;                     ///< K, pg/us^2
  real a3 = -2, a4 = 8, b1 = 0.7, b2 = 0.75; ///< numbers

  friend bool operator==(const Lim&, const Lim&) = default;
  template <class T>
  IBSIM_HD LawEnergyOf<T> operator()(T i1, T i2) const {
    const T G = T(shear_modulus), K = T(area_modulus), J = std::sqrt(i2), r = 1 / J;
    const T a_3 = T(a3), a_4 = T(a4), f1 = T(b1), f2 = T(b2);
    const T a = J - 1, b = T(0.5) * i1 * r - 1;
    // W as a function of a and b
    const T w_a = K * a * (1 + T(1.5) * a_3 * a + 2 * a_4 * a * a) + G * f1 * b;
    const T w_b = G * (1 + f1 * a + 2 * f2 * b);
    const T w_aa = K * (1 + 3 * a_3 * a + 6 * a_4 * a * a), w_ab = G * f1, w_bb = 2 * G * f2;
    // a(i2) and b(i1, i2)
    const T a_2 = T(0.5) * r, a_22 = T(-0.25) * r * r * r;
    const T b_1 = T(0.5) * r, b_2 = T(-0.25) * i1 * r * r * r, b_12 = a_22, b_22 = T(-1.5) * r * r * b_2;
    return {T(0.5) * K * a * a * (1 + a_3 * a + a_4 * a * a) + G * (b + f1 * a * b + f2 * b * b),
            w_b * b_1,
            w_a * a_2 + w_b * b_2,
            w_bb * b_1 * b_1,
            w_ab * a_2 * b_1 + w_bb * b_1 * b_2 + w_b * b_12,
            w_aa * a_2 * a_2 + 2 * w_ab * a_2 * b_2 + w_bb * b_2 * b_2 + w_a * a_22 + w_b * b_22};
  }

  /// What must be finite and not negative.
  std::array<real, 2> moduli() const { return {shear_modulus, area_modulus}; }
};

} // namespace ibsim

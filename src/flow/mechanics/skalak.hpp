// Skalak's law (Skalak, Tozeren, Zarda and Chien 1973, Biophys. J. 13, doi:10.1016/S0006-3495(73)85983-1),
// per reference area:
//
//   W = (E/4)(I1^2 + 2 I1 - 2 I2) + (K/4) I2^2,   I1 = i1 - 2,  I2 = i2 - 1
#pragma once

#include "mechanics/law.hpp"

#include <array>

namespace ibsim {

struct Skalak {
  real shear_modulus = 0; ///< E, pg/us^2 (= dyn/cm)
  real area_modulus = 0;  ///< K, pg/us^2

  friend bool operator==(const Skalak&, const Skalak&) = default;
  template <class T>
  IBSIM_HD LawEnergyOf<T> operator()(T i1, T i2) const {
    const T E = T(shear_modulus), K = T(area_modulus), I1 = i1 - 2, I2 = i2 - 1;
    return {T(0.25) * E * (I1 * I1 + 2 * I1 - 2 * I2) + T(0.25) * K * I2 * I2,
            T(0.5) * E * (I1 + 1),
            T(0.5) * (K * I2 - E),
            T(0.5) * E,
            0,
            T(0.5) * K};
  }

  /// What must be finite and not negative.
  std::array<real, 2> moduli() const { return {shear_modulus, area_modulus}; }
};

} // namespace ibsim

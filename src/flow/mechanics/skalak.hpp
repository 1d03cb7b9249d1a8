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
  IBSIM_HD LawEnergy operator()(real i1, real i2) const {
    const real I1 = i1 - 2, I2 = i2 - 1;
    return {0.25 * shear_modulus * (I1 * I1 + 2 * I1 - 2 * I2) + 0.25 * area_modulus * I2 * I2,
            0.5 * shear_modulus * (I1 + 1),
            0.5 * (area_modulus * I2 - shear_modulus),
            0.5 * shear_modulus,
            0,
            0.5 * area_modulus};
  }

  /// What must be finite and not negative.
  std::array<real, 2> moduli() const { return {shear_modulus, area_modulus}; }
};

} // namespace ibsim

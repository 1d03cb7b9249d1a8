// A law of a membrane in one small file: stiffer the more it is stretched, an exponential of the neo-Hookean
// energy (after Fung 1967, Am. J. Physiol. 213, doi:10.1152/ajplegacy.1967.213.6.1532), per reference area:
//
//   W = (G/(2 c)) [exp(c (i1 + 1/i2 - 3)) - 1]
//
// To offer it to users: this struct to src/mechanics, and its name to AnyLaw (mechanics/laws.hpp).
#pragma once

#include "mechanics/law.hpp"

#include <array>
#include <cmath>

namespace ibsim {

struct Fung {
  real shear_modulus = 0; ///< G, pg/us^2 (= dyn/cm)
  real stiffening = 1;    ///< c, a number

  IBSIM_HD LawEnergy operator()(real i1, real i2) const {
    const real r = 1 / i2, c = stiffening, e = std::exp(c * (i1 + r - 3)), half = 0.5 * shear_modulus * e;
    return {0.5 * shear_modulus / c * (e - 1),         half, -half * r * r, half * c, -half * c * r * r,
            half * (2 * r * r * r + c * r * r * r * r)};
  }
  std::array<real, 2> moduli() const { return {shear_modulus, stiffening}; }
};

} // namespace ibsim

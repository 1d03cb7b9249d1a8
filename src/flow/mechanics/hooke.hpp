// Hooke's law of a surface, generalised to large strains: linear in Green's strain (Barthes-Biesel, Diaz and
// Dhenin 2002, J. Fluid Mech. 460, doi:10.1017/S0022112002008352), per reference area:
//
//   W = (G/4)[(i1 - 2)^2/(1 - nu) - 2 (i2 - i1 + 1)]
//   T_1 = (l_1/l_2)(G/(1 - nu)) [l_1^2 - 1 + nu (l_2^2 - 1)],   E_s = 2 (1 + nu) G
#pragma once

#include "mechanics/law.hpp"

#include <array>

namespace ibsim {

struct Hooke {
  real shear_modulus = 0; ///< G, pg/us^2 (= dyn/cm)
  real poisson_ratio = 0; ///< nu of the surface, more than -1 and less than 1

  friend bool operator==(const Hooke&, const Hooke&) = default;
  template <class T>
  IBSIM_HD LawEnergyOf<T> operator()(T i1, T i2) const {
    const T G = T(shear_modulus), I = i1 - 2, bulk = G / (1 - T(poisson_ratio));
    return {T(0.25) * (bulk * I * I - 2 * G * (i2 - i1 + 1)),
            T(0.5) * (bulk * I + G),
            T(-0.5) * G,
            T(0.5) * bulk,
            0,
            0};
  }

  /// What must be finite and not negative.
  std::array<real, 3> moduli() const {
    return {shear_modulus, shear_modulus / (1 - poisson_ratio), shear_modulus * (1 + poisson_ratio)};
  }
};

} // namespace ibsim

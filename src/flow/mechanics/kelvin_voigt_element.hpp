// The viscosity of a membrane after Kelvin and Voigt, at one material point: a stress in proportion to the
// present rate of shear D_ab, half of the rate g' of the metric g,
//
//   T^ab = sqrt(det g) eta_m [g^ac g'_cd g^db - (g^cd g'_cd/2) g^ab],   g'_ab = X_a.U_b + U_a.X_b
//
// that is 2 eta_m D without its trace: like the Maxwell element (maxwell_element.hpp) it resists shear alone,
// for it is the area modulus that answers a change of area.
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

struct KelvinVoigtElement {
  real viscosity = 0; ///< eta_m, pg/us

  /// g', from the derivatives of positions and velocities along the frame.
  template <class T>
  IBSIM_HD static TensorOf<T> rate(const Vec3<T>& x1, const Vec3<T>& x2, const Vec3<T>& u1,
                                   const Vec3<T>& u2) {
    return {2 * dot(x1, u1), dot(x1, u2) + dot(x2, u1), 2 * dot(x2, u2)};
  }
  /// T^ab, force per length of the parameter domain.
  template <class T>
  IBSIM_HD TensorOf<T> tension(const TensorOf<T>& g, const TensorOf<T>& g_rate) const {
    const TensorOf<T> inv = inverse(g);
    return (-T(viscosity) * std::sqrt(determinant(g))) *
           (change_of_inverse(inv, g_rate) + T(0.5) * contract(inv, g_rate) * inv);
  }
};

} // namespace ibsim

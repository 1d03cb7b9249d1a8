// The bending of a surface with a weak form at each sample site (bending.hpp): minus the derivatives of w 2
// kappa J eta^2, J = sqrt(det g), by those of the position. With b_ab = X_ab.n, t^d = g^dc (g^ab X_ab).X_c
// and eta = H - H_0,
//
//   dE/dX_d  = w [2 kappa eta^2 J g^cd X_c - 4 kappa eta J b^cd X_c - 2 kappa eta J t^d n]
//   dE/dX_ab = w 2 kappa eta J g^ab n                                       (12 and 21 apart)
//
// since dJ = J g^cd X_c.dX_d, dg^ab = -g^ac g^bd dg_cd and dn = -g^cd (n.dX_d) X_c.
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

struct BendingSites {
  real modulus = 0;           ///< kappa, pg um^2/us^2; 0: none
  const real* rest = nullptr; ///< H_0 of each site of an object, 1/um

  /// S^b of a site of an object: as a jet, number by number. @param weight w
  template <class T>
  IBSIM_HD JetOf<T> stress(Index site, std::type_identity_t<T> weight, const JetOf<T>& x) const {
    const TensorOf<T> g = inverse(metric_tensor(x.d1, x.d2)); // g^ab
    const Vec3<T> area = cross(x.d1, x.d2);
    const T J = norm(area);
    const Vec3<T> normal = area / J, trace = g.a11 * x.d11 + 2 * g.a12 * x.d12 + g.a22 * x.d22; // g^ab X_ab
    const TensorOf<T> b{dot(x.d11, normal), dot(x.d12, normal), dot(x.d22, normal)},
        raised = T{-1} * change_of_inverse(g, b); // b^ab
    const T eta = T(0.5) * dot(trace, normal) - T(rest[site]), strength = -2 * weight * T(modulus) * J * eta;
    const T trace1 = dot(trace, x.d1), trace2 = dot(trace, x.d2);
    const TensorOf<T> in_plane = eta * g + T{-2} * raised;
    const auto along = [&](T a1, T a2, T t) { return strength * (a1 * x.d1 + a2 * x.d2 - t * normal); };
    return {along(in_plane.a11, in_plane.a12, g.a11 * trace1 + g.a12 * trace2),
            along(in_plane.a12, in_plane.a22, g.a12 * trace1 + g.a22 * trace2), strength * g.a11 * normal,
            2 * strength * g.a12 * normal, strength * g.a22 * normal};
  }
};

} // namespace ibsim

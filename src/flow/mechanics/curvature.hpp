// The curvature of a surface at one point, and the Laplacian of a field on it, from derivatives along the
// orthonormal frame of the parameter domain (surface/metric.hpp).
//
//   n = X_1 x X_2/|X_1 x X_2| (outwards),   H = g^ab X_ab.n/2,   K = det(X_ab.n)/det g
//   Lap f = g^ab f_ab + [grad_a g^ab + g^ab (g^cd grad_a g_cd)/2] f_b
//
// H is the mean curvature, -1/R of a sphere; K Gauss' curvature, 1/R^2. Exact for exact derivatives.
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

struct Curvature {
  Real3 normal;             ///< n
  real area = 0;            ///< sqrt(det g), present area per area of the parameter domain, um^2
  real mean = 0, gauss = 0; ///< H, 1/um; K, 1/um^2
};
IBSIM_HD Curvature curvature(const SurfaceJet& x) {
  const Tensor g = metric_tensor(x.d1, x.d2), inv = inverse(g);
  const Real3 cross_product = cross(x.d1, x.d2);
  const real area = norm(cross_product);
  const Real3 n = cross_product / area;
  const Tensor b{dot(x.d11, n), dot(x.d12, n), dot(x.d22, n)};
  return {n, area, 0.5 * contract(inv, b), determinant(b) / determinant(g)};
}

/// First and second derivatives of a number along the frame.
struct FieldJet {
  real d1, d2, d11, d12, d22;
};

IBSIM_HD real laplacian(const SurfaceJet& x, const FieldJet& f) {
  const Metric m = metric(x);
  const Tensor inv = inverse(m.g), inv_along1 = change_of_inverse(inv, m.along1),
               inv_along2 = change_of_inverse(inv, m.along2);
  const real log_area1 = 0.5 * contract(inv, m.along1), log_area2 = 0.5 * contract(inv, m.along2);
  const real to_f1 = inv_along1.a11 + inv_along2.a12 + inv.a11 * log_area1 + inv.a12 * log_area2,
             to_f2 = inv_along1.a12 + inv_along2.a22 + inv.a12 * log_area1 + inv.a22 * log_area2;
  return inv.a11 * f.d11 + 2 * inv.a12 * f.d12 + inv.a22 * f.d22 + to_f1 * f.d1 + to_f2 * f.d2;
}

} // namespace ibsim

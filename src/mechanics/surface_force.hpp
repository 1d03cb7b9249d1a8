// The elastic force density of a membrane at one point, from derivatives of position and reference position.
//
// All components are along an orthonormal frame e_1, e_2 tangent to the unit sphere at the point, in which
// Christoffel symbols vanish: X_a = e_a.grad X, X_ab = second covariant derivatives, um (the sphere's
// parameter has no unit).
//   g_ab = X_a.X_b,   d_c g_ab = X_ac.X_b + X_a.X_bc;   G_ab the same of the reference surface;   S =
//   sqrt(det G), um^2
//   i1 = G^ab g_ab,   i2 = det g / det G,   W(i1, i2) per reference area
//   F = d_a[ T^ab X_b ],   T^ab = S (2 W_1 G^ab + 2 i2 W_2 g^ab)        pg um/us^2 per unit of the sphere's
//   area
#pragma once

#include "mechanics/skalak.hpp"
#include "surface/metric.hpp"

namespace ibsim {

struct Invariants {
  real i1 = 2, i2 = 1;
};
IBSIM_HD Invariants invariants(const ReferenceMetric& reference, const Tensor& g) {
  return {contract(reference.inv, g), determinant(g) / (reference.area * reference.area)};
}

/// F; also gives the invariants.
IBSIM_HD Real3 force_density(const ReferenceMetric& ref, const SurfaceJet& x, const Skalak& law,
                             Invariants& i) {
  const Metric m = metric(x);
  const Tensor inv = inverse(m.g), inv_along1 = change_of_inverse(inv, m.along1),
               inv_along2 = change_of_inverse(inv, m.along2);
  i = invariants(ref, m.g);
  const Skalak::Energy w = law(i.i1, i.i2);

  const real i1_along1 = contract(ref.inv_along1, m.g) + contract(ref.inv, m.along1);
  const real i1_along2 = contract(ref.inv_along2, m.g) + contract(ref.inv, m.along2);
  const real i2_along1 = i.i2 * (contract(inv, m.along1) - 2 * ref.log_area_along1);
  const real i2_along2 = i.i2 * (contract(inv, m.along2) - 2 * ref.log_area_along2);

  // T = S (p G^-1 + q g^-1)
  const real p = 2 * w.w1, q = 2 * i.i2 * w.w2;
  const real p_along1 = 2 * (w.w11 * i1_along1 + w.w12 * i2_along1),
             p_along2 = 2 * (w.w11 * i1_along2 + w.w12 * i2_along2);
  const real q_along1 = 2 * (i2_along1 * w.w2 + i.i2 * (w.w12 * i1_along1 + w.w22 * i2_along1));
  const real q_along2 = 2 * (i2_along2 * w.w2 + i.i2 * (w.w12 * i1_along2 + w.w22 * i2_along2));
  const Tensor t = p * ref.inv + q * inv; // T / S
  const Tensor t_along1 =
      p_along1 * ref.inv + p * ref.inv_along1 + q_along1 * inv + q * inv_along1 + ref.log_area_along1 * t;
  const Tensor t_along2 =
      p_along2 * ref.inv + p * ref.inv_along2 + q_along2 * inv + q * inv_along2 + ref.log_area_along2 * t;
  return ref.area * ((t_along1.a11 + t_along2.a12) * x.d1 + (t_along1.a12 + t_along2.a22) * x.d2 +
                     t.a11 * x.d11 + 2 * t.a12 * x.d12 + t.a22 * x.d22);
}

/// The principal stretches l1 >= l2: l^2 are the roots of z^2 - i1 z + i2. Where they are equal their
/// difference is good to about 1e-8 only.
struct Principal {
  real first = 0, second = 0;
};
IBSIM_HD Principal principal_stretches(const Invariants& i) {
  const real d = i.i1 * i.i1 - 4 * i.i2;
  const real larger = 0.5 * (i.i1 + (d > 0 ? std::sqrt(d) : 0)); // l1^2; no cancellation
  const real l1 = std::sqrt(larger);
  return {l1, std::sqrt(i.i2) / l1};
}
/// Cauchy tensions, force per present length: t1 = (1/l2) dW/dl1 = 2 (l1/l2) W_1 + 2 l1 l2 W_2, and t2 with 1
/// and 2 exchanged.
IBSIM_HD Principal principal_tensions(const Skalak& law, const Invariants& i) {
  const Skalak::Energy w = law(i.i1, i.i2);
  const Principal l = principal_stretches(i);
  const real t1 = 2 * (l.first / l.second * w.w1 + l.first * l.second * w.w2);
  const real t2 = 2 * (l.second / l.first * w.w1 + l.first * l.second * w.w2);
  return {t1 > t2 ? t1 : t2, t1 > t2 ? t2 : t1};
}

} // namespace ibsim

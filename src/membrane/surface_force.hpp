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

#include "base/vec3.hpp"
#include "membrane/skalak.hpp"

#include <cmath>

namespace ibsim {

/// A symmetric 2 x 2 tensor.
struct Tensor {
  real a11 = 0, a12 = 0, a22 = 0;
};
IBSIM_HD Tensor operator+(const Tensor& a, const Tensor& b) {
  return {a.a11 + b.a11, a.a12 + b.a12, a.a22 + b.a22};
}
IBSIM_HD Tensor operator*(real s, const Tensor& a) { return {s * a.a11, s * a.a12, s * a.a22}; }
IBSIM_HD real determinant(const Tensor& a) { return a.a11 * a.a22 - a.a12 * a.a12; }
IBSIM_HD Tensor inverse(const Tensor& a) { return (1 / determinant(a)) * Tensor{a.a22, -a.a12, a.a11}; }
/// a : b = a_ij b_ij.
IBSIM_HD real contract(const Tensor& a, const Tensor& b) {
  return a.a11 * b.a11 + 2 * a.a12 * b.a12 + a.a22 * b.a22;
}
/// The change -A^-1 dA A^-1 of an inverse, from the inverse and dA.
IBSIM_HD Tensor change_of_inverse(const Tensor& inv, const Tensor& d) {
  const real p11 = inv.a11 * d.a11 + inv.a12 * d.a12, p12 = inv.a11 * d.a12 + inv.a12 * d.a22;
  const real p21 = inv.a12 * d.a11 + inv.a22 * d.a12, p22 = inv.a12 * d.a12 + inv.a22 * d.a22;
  return {-(p11 * inv.a11 + p12 * inv.a12), -(p11 * inv.a12 + p12 * inv.a22),
          -(p21 * inv.a12 + p22 * inv.a22)};
}

/// First and second derivatives of a position along the frame.
struct SurfaceJet {
  Real3 d1, d2, d11, d12, d22;
};

/// g_ab, and its derivatives along e_1 and e_2.
struct Metric {
  Tensor g, along1, along2;
};
IBSIM_HD Tensor metric_tensor(const Real3& d1, const Real3& d2) {
  return {dot(d1, d1), dot(d1, d2), dot(d2, d2)};
}
IBSIM_HD Metric metric(const SurfaceJet& x) {
  return {metric_tensor(x.d1, x.d2),
          {2 * dot(x.d11, x.d1), dot(x.d11, x.d2) + dot(x.d1, x.d12), 2 * dot(x.d12, x.d2)},
          {2 * dot(x.d12, x.d1), dot(x.d12, x.d2) + dot(x.d1, x.d22), 2 * dot(x.d22, x.d2)}};
}

/// What the force needs of the reference surface: G^ab with its derivatives, S, and the derivatives of log S.
struct ReferenceMetric {
  Tensor inv, inv_along1, inv_along2;
  real area = 0, log_area_along1 = 0, log_area_along2 = 0;
};
constexpr int reference_metric_numbers = 12;
IBSIM_HD ReferenceMetric reference_metric(const SurfaceJet& reference) {
  const Metric m = metric(reference);
  const Tensor inv = inverse(m.g);
  return {inv,
          change_of_inverse(inv, m.along1),
          change_of_inverse(inv, m.along2),
          std::sqrt(determinant(m.g)),
          0.5 * contract(inv, m.along1),
          0.5 * contract(inv, m.along2)};
}

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

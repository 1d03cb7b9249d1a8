// The elastic force density of a membrane at one point, from derivatives of position and reference position
// (surface/metric.hpp: components along an orthonormal frame of the parameter domain).
//
//   i1 = G^ab g_ab,   i2 = det g / det G,   W(i1, i2) per reference area,   S = sqrt(det G)
//   F = d_a[ T^ab X_b ],   T^ab = S (2 W_1 G^ab + 2 i2 W_2 g^ab)        pg um/us^2 per area of the parameter
// domain
#pragma once

#include "mechanics/law.hpp"
#include "surface/strain.hpp"

namespace ibsim {

/// F.
template <Law L>
IBSIM_HD Real3 force_density(const ReferenceMetric& ref, const SurfaceJet& x, const L& law) {
  const Metric m = metric(x);
  const Tensor inv = inverse(m.g), inv_along1 = change_of_inverse(inv, m.along1),
               inv_along2 = change_of_inverse(inv, m.along2);
  const Invariants i = invariants(ref, m.g);
  const LawEnergy w = law(i.i1, i.i2);

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

/// T^ab, force per length of the parameter domain: twice the derivative of S W by g_ab.
template <class T, Law L>
IBSIM_HD TensorOf<T> tension(const ReferenceMetricOf<T>& ref, const TensorOf<T>& g, const L& law) {
  const InvariantsOf<T> i = invariants(ref, g);
  const LawEnergyOf<T> w = energy_of(law, i.i1, i.i2);
  return (2 * ref.area * w.w1) * ref.inv + (2 * ref.area * i.i2 * w.w2) * inverse(g);
}

/// The Cauchy tension T^ab/sqrt(det g) = 2 (W_1 G^ab + i2 W_2 g^ab)/sqrt(i2), force per present length,
/// pg/us^2.
template <Law L>
IBSIM_HD Tensor cauchy_tension(const ReferenceMetric& ref, const Tensor& g, const L& law) {
  const Invariants i = invariants(ref, g);
  const LawEnergy w = law(i.i1, i.i2);
  const real per_length = 2 / std::sqrt(i.i2);
  return per_length * w.w1 * ref.inv + per_length * i.i2 * w.w2 * inverse(g);
}

} // namespace ibsim

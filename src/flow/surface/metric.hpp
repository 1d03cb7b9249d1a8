// The metric of a surface at one point, from derivatives of position along a frame of the parameter.
//
// All components are along an orthonormal frame e_1, e_2 of the parameter domain (of a closed surface:
// tangent to the unit sphere), in which Christoffel symbols vanish: X_a = e_a.grad X, X_ab = second covariant
// derivatives, um (the parameter has no unit).
//   g_ab = X_a.X_b,   d_c g_ab = X_ac.X_b + X_a.X_bc;   G_ab the same of the reference surface;   S =
//   sqrt(det G), um^2
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <cmath>
#include <type_traits>

namespace ibsim {

/// A symmetric 2 x 2 tensor.
template <class T>
struct TensorOf {
  T a11 = 0, a12 = 0, a22 = 0;
};
using Tensor = TensorOf<real>;

template <class T>
IBSIM_HD TensorOf<T> operator+(const TensorOf<T>& a, const TensorOf<T>& b) {
  return {a.a11 + b.a11, a.a12 + b.a12, a.a22 + b.a22};
}
template <class T>
IBSIM_HD TensorOf<T> operator*(std::type_identity_t<T> s, const TensorOf<T>& a) {
  return {s * a.a11, s * a.a12, s * a.a22};
}
template <class T>
IBSIM_HD T determinant(const TensorOf<T>& a) {
  return a.a11 * a.a22 - a.a12 * a.a12;
}
template <class T>
IBSIM_HD TensorOf<T> inverse(const TensorOf<T>& a) {
  return (1 / determinant(a)) * TensorOf<T>{a.a22, -a.a12, a.a11};
}
/// a : b = a_ij b_ij.
template <class T>
IBSIM_HD T contract(const TensorOf<T>& a, const TensorOf<T>& b) {
  return a.a11 * b.a11 + 2 * a.a12 * b.a12 + a.a22 * b.a22;
}
/// The change -A^-1 dA A^-1 of an inverse, from the inverse and dA.
template <class T>
IBSIM_HD TensorOf<T> change_of_inverse(const TensorOf<T>& inv, const TensorOf<T>& d) {
  const T p11 = inv.a11 * d.a11 + inv.a12 * d.a12, p12 = inv.a11 * d.a12 + inv.a12 * d.a22;
  const T p21 = inv.a12 * d.a11 + inv.a22 * d.a12, p22 = inv.a12 * d.a12 + inv.a22 * d.a22;
  return {-(p11 * inv.a11 + p12 * inv.a12), -(p11 * inv.a12 + p12 * inv.a22),
          -(p21 * inv.a12 + p22 * inv.a22)};
}

/// First and second derivatives of a position along the frame.
template <class T>
struct JetOf {
  Vec3<T> d1, d2, d11, d12, d22;
};
using SurfaceJet = JetOf<real>;

/// g_ab, and its derivatives along e_1 and e_2.
struct Metric {
  Tensor g, along1, along2;
};
template <class T>
IBSIM_HD TensorOf<T> metric_tensor(const Vec3<T>& d1, const Vec3<T>& d2) {
  return {dot(d1, d1), dot(d1, d2), dot(d2, d2)};
}
IBSIM_HD Metric metric(const SurfaceJet& x) {
  return {metric_tensor(x.d1, x.d2),
          {2 * dot(x.d11, x.d1), dot(x.d11, x.d2) + dot(x.d1, x.d12), 2 * dot(x.d12, x.d2)},
          {2 * dot(x.d12, x.d1), dot(x.d12, x.d2) + dot(x.d1, x.d22), 2 * dot(x.d22, x.d2)}};
}

/// What the force needs of the reference surface: G^ab with its derivatives, S, and the derivatives of log S.
template <class T>
struct ReferenceMetricOf {
  TensorOf<T> inv, inv_along1, inv_along2;
  T area = 0, log_area_along1 = 0, log_area_along2 = 0;
};
using ReferenceMetric = ReferenceMetricOf<real>;
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

} // namespace ibsim

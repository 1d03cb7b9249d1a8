// The strain of a surface at one point: its present metric g against that at rest, G.
//
//   i1 = tr(G^-1 g) = l1^2 + l2^2,   i2 = det g / det G = (l1 l2)^2,   l the principal stretches
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

template <class T>
struct InvariantsOf {
  T i1 = 2, i2 = 1;
};
using Invariants = InvariantsOf<real>;

template <class T>
IBSIM_HD InvariantsOf<T> invariants(const ReferenceMetricOf<T>& reference, const TensorOf<T>& g) {
  return {contract(reference.inv, g), determinant(g) / (reference.area * reference.area)};
}

/// A pair of principal values, the first the larger.
template <class T>
struct PrincipalOf {
  T first = 0, second = 0;
};
using Principal = PrincipalOf<real>;

/// The eigenvalues of A B for symmetric A > 0 and B: with A = L L^T those of the symmetric L^T B L. No
/// cancellation where they are equal.
IBSIM_HD Principal eigenvalues_of_product(const Tensor& a, const Tensor& b) {
  const real l11 = std::sqrt(a.a11), l21 = a.a12 / l11, l22 = std::sqrt(determinant(a) / a.a11);
  const real m11 = l11 * l11 * b.a11 + 2 * l11 * l21 * b.a12 + l21 * l21 * b.a22;
  const real m12 = l22 * (l11 * b.a12 + l21 * b.a22), m22 = l22 * l22 * b.a22;
  const real mean = 0.5 * (m11 + m22), half = 0.5 * (m11 - m22), radius = std::sqrt(half * half + m12 * m12);
  return {mean + radius, mean - radius};
}

/// The principal stretches from the metrics: good to round-off also where they are equal.
IBSIM_HD Principal principal_stretches(const ReferenceMetric& reference, const Tensor& g) {
  const real l1 = std::sqrt(eigenvalues_of_product(reference.inv, g).first);
  return {l1, std::sqrt(determinant(g)) / (reference.area * l1)};
}

/// Principal stretches l from the invariants: l^2 are the roots of z^2 - i1 z + i2. If they are equal, their
/// difference is accurate to the root of round-off, 1e-8 in double.
template <class T>
IBSIM_HD PrincipalOf<T> principal_stretches(const InvariantsOf<T>& i) {
  const T d = i.i1 * i.i1 - 4 * i.i2;
  const T larger = T(0.5) * (i.i1 + (d > 0 ? std::sqrt(d) : 0)); // l1^2; no cancellation
  const T l1 = std::sqrt(larger);
  return {l1, std::sqrt(i.i2) / l1};
}

} // namespace ibsim

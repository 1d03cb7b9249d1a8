// Folds of a surface: its normal turns by more than a whole turn from one data site to the next.
//
// The unit normal n changes by dn = -B g^-1 dX along the surface, so its turning over a distance D of the
// sphere's parameter is
//   D sqrt(tr(B g^-1 B)),   B_ab = n.X_ab,   g_ab = X_a.X_b          (the trace of the third fundamental
//   form)
// D^2 = w max(1, n_sample/n_data), the sphere's area that belongs to a data site (w: to a sample site). The
// splines know nothing finer than the data sites. Half a turn is a rim that is sharper than their distance:
// the edge of a flat cell, or its tail over the apex of a bifurcation. Such a cell goes on and becomes round
// again. A whole turn is a loop, or the saw-tooth of an unstable step with an amplitude of two thirds of the
// distance. A sphere of 200 data sites has a turning of 0.35; the red cell at rest 0.33 with 864 and 0.69
// with 200 data sites, and 1.1 after a millisecond of config/quickstart.yaml. With N = X_1 x X_2, |N|^2 = det
// g, all is free of divisions, and where the surface collapses (N -> 0) it counts as folded.
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

/// tr(B g^-1 B) (det g)^2, and (det g)^2: their ratio is the square of the turning per unit of the sphere's
/// parameter.
template <class T>
struct TurningOf {
  T numerator, denominator;
};
using Turning = TurningOf<real>;

template <class T>
IBSIM_HD TurningOf<T> normal_turning(const JetOf<T>& x) {
  const Vec3<T> n = cross(x.d1, x.d2);
  const TensorOf<T> g = metric_tensor(x.d1, x.d2);
  const T b11 = dot(n, x.d11), b12 = dot(n, x.d12), b22 = dot(n, x.d22);
  // B adj(g) B, and its trace
  const T trace = b11 * (b11 * g.a22 - b12 * g.a12) + b12 * (b12 * g.a11 - b11 * g.a12) +
                  b12 * (b12 * g.a22 - b22 * g.a12) + b22 * (b22 * g.a11 - b12 * g.a12);
  const T det = determinant(g);
  return {trace, det * det};
}

/// @param parameter_area D^2, the part of the unit sphere that belongs to a data site here
template <class T>
IBSIM_HD bool has_folded(const JetOf<T>& x, std::type_identity_t<T> parameter_area) {
  constexpr T whole_turn_squared = T(39.47841760435743); // (2 pi)^2
  const TurningOf<T> turning = normal_turning(x);
  return turning.numerator * parameter_area > whole_turn_squared * turning.denominator;
}

} // namespace ibsim

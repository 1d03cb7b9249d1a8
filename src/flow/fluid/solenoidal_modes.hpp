// Arithmetic of stage_along_z.hpp for one mode of the planes: what a right-hand side is the source of, the
// recurrences from plane to plane, and the velocity that two scalars are.
#pragma once

#include "base/host_device.hpp"
#include "linalg/complex.hpp"

#include <cmath>

namespace ibsim::along_z {

/// s a + b, with one rounding on a GPU, by whatever kernel: its compiler is told not to choose
/// (src/CMakeLists.txt).
IBSIM_HD double fused(double s, double a, double b) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(s, a, b);
#else
  return s * a + b;
#endif
}
IBSIM_HD float fused(float s, float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(s, a, b);
#else
  return s * a + b;
#endif
}
template <class T>
IBSIM_HD ComplexOf<T> fused(T s, ComplexOf<T> a, ComplexOf<T> b) {
  return {fused(s, a.re, b.re), fused(s, a.im, b.im)};
}
/// a b + c
template <class T>
IBSIM_HD ComplexOf<T> fused(ComplexOf<T> a, ComplexOf<T> b, ComplexOf<T> c) {
  return {fused(-a.im, b.im, fused(a.re, b.re, c.re)), fused(a.im, b.re, fused(a.re, b.im, c.im))};
}

/// d_x and d_y of a mode of planes, symbols of D, and kappa^2 = |d_x|^2 + |d_y|^2.
template <class T>
struct HorizontalSymbols {
  ComplexOf<T> dx, dy;
  T kappa2;
  IBSIM_HD HorizontalSymbols(ComplexOf<T> x, ComplexOf<T> y)
      : dx(x), dy(y), kappa2(squared(x) + squared(y)) {}
  /// Mode (0, 0): nothing varies in the plane.
  IBSIM_HD bool is_mean() const { return !(kappa2 > 0); }
};

/// d_x x + d_y y
template <class T>
IBSIM_HD ComplexOf<T> divergence(const HorizontalSymbols<T>& d, ComplexOf<T> x, ComplexOf<T> y) {
  return fused(d.dx, x, d.dy * y);
}

/// conj(d_x) y - conj(d_y) x, which is kappa^2 t; in the mean x + i y
template <class T>
IBSIM_HD ComplexOf<T> across(const HorizontalSymbols<T>& d, ComplexOf<T> x, ComplexOf<T> y) {
  if (d.is_mean()) return {x.re - y.im, x.im + y.re};
  return fused(conj(d.dx), y, conj(d.dy) * (-1 * x));
}

template <class T>
struct Horizontal {
  ComplexOf<T> x, y;
};
/// conj(d) lambda + (-d_y, d_x) t
template <class T>
IBSIM_HD Horizontal<T> horizontal_of(const HorizontalSymbols<T>& d, ComplexOf<T> lambda, ComplexOf<T> t) {
  if (d.is_mean()) return {{t.re, 0}, {t.im, 0}};
  return {fused(conj(d.dx), lambda, d.dy * (-1 * t)), fused(conj(d.dy), lambda, d.dx * t)};
}

/// What a plane adds: a of its lower face and q of its cells, so that the source of w at that face is a + q
/// less q of the plane below; and that of t.
template <class T>
struct Sources {
  ComplexOf<T> a_and_q, q, t;
};
template <class T>
IBSIM_HD Sources<T> sources_of(const HorizontalSymbols<T>& d, T per_h, ComplexOf<T> x, ComplexOf<T> y,
                               ComplexOf<T> z) {
  const ComplexOf<T> q = per_h * divergence(d, x, y);
  return {fused(d.is_mean() ? 1 : d.kappa2, z, q), q, across(d, x, y)};
}

/// By how much less what a plane is the source of is one plane farther: through the pressure, and by
/// viscosity.
template <class T>
struct Decay {
  T pressure, viscous;
};

/// Sums over all planes on one side of a face, of a mode or of a part of its values. For w they have the
/// source of the face itself, as far as it is of that side's planes.
///   Field `sum`: sum of pressure^distance times the source.
///   Field `both`: sum of D times the source, D = sum of pressure^m viscous^n over m + n = distance - 1.
///   Field `t`: sum of viscous^distance times the source, from the middle of a plane beyond the face.
template <class T>
struct Carry {
  T sum{}, both{}, t{};
};
/// From the lower face of a plane to its upper one, of what lies below.
template <class T>
IBSIM_HD void climb(Carry<ComplexOf<T>>& c, const Decay<T>& r, const Sources<T>& s) {
  const ComplexOf<T> here = c.sum + s.a_and_q;
  c = {fused(r.pressure, here, -1 * s.q), fused(r.viscous, c.both, here), r.viscous * (c.t + s.t)};
}
/// From its upper face to its lower one, of what lies above.
template <class T>
IBSIM_HD void descend(Carry<ComplexOf<T>>& c, const Decay<T>& r, const Sources<T>& s) {
  const ComplexOf<T> here = c.sum - s.q;
  c = {fused(r.pressure, here, s.a_and_q), fused(r.viscous, c.both, here), r.viscous * (c.t + s.t)};
}

/// What some planes without sources make of a Carry, either way: (sum, both) times ((pressure, 0), (mixed,
/// viscous)), and t times viscous.
template <class T>
struct Passage {
  T pressure, viscous, mixed;
  /// Sum of a Carry and another one.
  template <class V>
  IBSIM_HD Carry<V> operator()(const Carry<V>& c, const Carry<V>& added) const {
    return {fused(pressure, c.sum, added.sum), fused(mixed, c.sum, fused(viscous, c.both, added.both)),
            fused(viscous, c.t, added.t)};
  }
  /// One after the other.
  IBSIM_HD Passage<T> operator*(const Passage<T>& o) const {
    return {pressure * o.pressure, viscous * o.viscous, fused(mixed, o.pressure, viscous * o.mixed)};
  }
};

/// Power over a number of planes, by squares.
template <class T>
IBSIM_HD Passage<T> passage_through(const Decay<T>& r, Index planes) {
  Passage<T> all{1, 1, 0}, power{r.pressure, r.viscous, 1};
  for (; planes > 0; planes >>= 1) {
    if (planes & 1) all = power * all;
    power = power * power;
  }
  return all;
}

/// What a mode needs: w = of_sum sum + of_both both and t = of_t t, of what lies on either side together.
template <class T>
struct LineOfMode {
  Decay<T> decay;
  T of_sum, of_both, of_t;
  /// What a Carry is so many planes farther is a rounding error of what it was, and is left out.
  T reach;
};
/// Factors of (I - a L)^-1 and L^-1 along z, with kappa^2 for the planes' part. Nothing cancels, for
/// any a >= 0.
/// @param scale of all that comes out
template <class T>
IBSIM_HD LineOfMode<T> line_of_mode(T kappa2, T h, T a, T scale) {
  const T per_h2 = 1 / (h * h), one = 1 + a * kappa2,
          // a times that of the pressure, for 1/a + kappa^2
      viscous = std::sqrt(one * (one + 4 * a * per_h2)),
          of_viscous = 2 * a * per_h2 / (one + 2 * a * per_h2 + viscous);
  if (!(kappa2 > 0)) return {{1, of_viscous}, 0, 0, scale / viscous, 1e9};
  const T pressure = std::sqrt(kappa2 * (kappa2 + 4 * per_h2)),
          of_pressure = 2 * per_h2 / (kappa2 + 2 * per_h2 + pressure),
          both = scale / (viscous * (a * pressure + viscous));
  return {{of_pressure, of_viscous},
          (one + a * kappa2 + 4 * a * per_h2) / pressure * both,
          a * (of_pressure + of_viscous) * both,
          scale / (viscous * kappa2),
          // exp(-50) times few: both is at most its number of planes times sum
          1 - 50 / std::log(of_pressure)};
}

} // namespace ibsim::along_z

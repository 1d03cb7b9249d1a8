// A tension that follows the law's at a pace that is stable in steps beyond the explicit limit, for
// time.scheme: bdf2. Site by site: no system is solved, and nothing is made at set-up.
//
// Explicit, the tension T* at extrapolated sites answers a ripple (modulus M, wave number q) by more than
// what stops it from r = k M q/mu = 3.05 on (limits/bdf2_steps.hpp). So a site remembers T, its slope S
// and the T* of the two steps before, and a step k after one of k_-, w = k/k_-, makes of them
//   lead      T^ = T* + c_1 (T* - T*_-) + c_2 (T* - T*_- - w (T*_- - T*_--))
//   follow    T' = T + k S,   e = T^ - T',   T <- T' + a e,   S <- S + (b/k) e       (the alpha-beta filter)
//   acts      T - c_1 k S
//   a = 1/(1 + 2 (r - 1)),   c_1 = 2 (1 - a),   c_2 = (1 - a)/2,   b = 0.02 a (1 - a)
// r is that of the shortest ripple, with the present stiffness of the site. All slower ripples have a smaller
// r with the same a: roots of the step's polynomial are within the circle for r up to 18 and any of them, for
// k nu q^2 from 1 to 1e5, also where r is 1.35 times its estimate (docs/notes/steps.md). The lead is what
// keeps ripples that inertia slows from swinging; with the slope a T* that changes steadily acts as it is, so
// that the error is of second order in the step. Up to r = 1 T is T*.
//
// Tensions are components along a frame of the material, so that what is remembered turns with the site.
#pragma once

#include "surface/metric.hpp"

namespace ibsim {

/// How a fluid answers a ripple: r = k/(1 + t/k) max(along M, across G).
struct RippleResponse {
  real along = 0, across = 0; ///< per modulus and time: of all stiffness, and of that against shear alone
  real inertia_time = 0;      ///< t, us: over which inertia of the fluid holds a ripple back

  template <class T>
  IBSIM_HD T of(T modulus, T shear, T step) const {
    const T a = T(along) * modulus, b = T(across) * shear;
    return (a > b ? a : b) * step / (1 + T(inertia_time) / step);
  }
};

template <class T>
struct TensionRelaxation {
  using Tensor = TensorOf<T>;
  T step, ratio; ///< k, us, and w; 0 in the first step
  T a, b, lead, bend;

  IBSIM_HD TensionRelaxation(T r, T k, T k_before) : step(k), ratio(k_before > 0 ? k / k_before : 0) {
    a = r > 1 ? 1 / (1 + 2 * (r - 1)) : 1;
    lead = 2 * (1 - a), bend = T(0.5) * (1 - a), b = T(0.02) * a * (1 - a);
  }
  struct Followed {
    Tensor tension, slope;
  };
  /// @param now, last, one_more T* of this step and the two before
  IBSIM_HD Followed next(const Followed& was, const Tensor& now, const Tensor& last,
                         const Tensor& one_more) const {
    if (!(ratio > 0)) return {now, {}};
    const Tensor change = now + T{-1} * last, turn = change + -ratio * (last + T{-1} * one_more),
                 ahead = was.tension + step * was.slope,
                 e = now + lead * change + bend * turn + T{-1} * ahead;
    return {ahead + a * e, was.slope + b / step * e};
  }
  /// What acts in this step.
  IBSIM_HD Tensor acting(const Followed& now) const { return now.tension + -lead * step * now.slope; }
};

} // namespace ibsim

// A tension that follows what it is to be, T* = eta_m times the rate of shear (kelvin_voigt_element.hpp), at
// a pace that is stable however viscous the membrane is, for time.scheme: bdf2.
//
// Taken at once, T* of extrapolated sites would answer a motion with more than what stops it: a ripple of a
// membrane in a viscous fluid has e = q eta_m/mu (some hundreds for a red cell), and an explicit step is
// stable for e < 1/3 however short it is. So a site remembers T and its slope S, and a step of k makes of
// them
//   T' = T + k S,   r = T* - T',   T <- T' + a r,   S <- S + (b/k) r      (the alpha-beta filter)
// which lags behind a T* that changes steadily by nothing: an error of T of the order (k^2/b) T_tt. With
//   a = 1/(1 + 4 e),   b = 0.1 a/(1 + 20 t/k),   e = most/(1 + t/k)
// all roots of a ripple's step are within the circle, for the e of any ripple up to `most`, with the memory
// of the fluid and with elasticity of up to 0.83 of its limit without this (docs/notes/steps.md).
//
// The rate of the metric is the backward difference of those of the extrapolated sites of this and the two
// steps before: of second order, as the error of an extrapolation changes slowly. So all that is remembered
// is the site's own, and turns with it.
#pragma once

#include "mechanics/kelvin_voigt_element.hpp"

namespace ibsim {

/// How the fluid answers a viscous membrane within a step.
struct ViscousResponse {
  real most = 0;         ///< e where viscosity acts within a step; 0: no tracking
  real inertia_time = 0; ///< t, us: over which inertia of the fluid holds a ripple back
};

template <class T>
struct TensionTracker {
  using Tensor = TensorOf<T>;
  KelvinVoigtElement element;
  T step, before; ///< k and that of the step before, us; 0: none
  T a, b;

  IBSIM_HD TensionTracker(const KelvinVoigtElement& of, const ViscousResponse& response, T k, T k_before)
      : element(of), step(k), before(k_before) {
    const T t = T(response.inertia_time) / k;
    a = 1 / (1 + 4 * T(response.most) / (1 + t)), b = T(0.1) * a / (1 + 20 * t);
  }
  /// The rate of the metric at the end of the step. @param now, last, one_more at the ends of this step and
  /// the two before
  IBSIM_HD Tensor rate(const Tensor& now, const Tensor& last, const Tensor& one_more) const {
    const T w = before > 0 ? step / before : 0;
    return 1 / step * ((1 + 2 * w) / (1 + w) * now + -(1 + w) * last + w * w / (1 + w) * one_more);
  }
  struct Tracked {
    Tensor tension, slope;
  };
  IBSIM_HD Tracked next(const Tracked& was, const Tensor& g, const Tensor& g_rate) const {
    const Tensor ahead = was.tension + step * was.slope, r = element.tension(g, g_rate) + T{-1} * ahead;
    return {ahead + a * r, was.slope + b / step * r};
  }
};

} // namespace ibsim

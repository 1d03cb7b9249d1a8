// The law of aggregation between elements of area: an energy per area W(d) of two flat membranes at
// the distance d, with the pressure p = -dW/dd. With r the distance of two elements at rest of areas A_i and
// A_j,
//
//   u(r) = p(r)/(2 pi r),   F(r) = -A_i A_j du/dr = A_i A_j [p/(2 pi r^2) - p'/(2 pi r)]
//
// gives exactly that: W(d) = int_d^inf 2 pi r u(r) dr. Positive forces push apart.
//
//   finite range   p = -(30 e/w) t^2 (1 - t)^2,  t = (r - r_c)/w in 0 .. 1, else 0. W(d) = -e for d <= r_c.
//                  It begins where contact ends, at r_c
//   Morse          p = 2 e b [exp(-2 b (r - r_c)) - exp(-b (r - r_c))],  b = 2/w, less its value at
//                  r = r_c + 3 w, where it ends, and times a factor so that W(r_c) = -e
#pragma once

#include "base/host_device.hpp"
#include "mechanics/aggregation_properties.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

struct AggregationLaw {
  static constexpr real core = 0.2; ///< of r_c: nearer elements feel the force of that distance
  static constexpr real morse_widths = 3;

  real energy = 0; ///< e, pg/us^2; 0: none
  real start = 0;  ///< r_c, um
  real width = 0;  ///< w, um
  bool is_morse = false;
  real cut = 0, factor = 1; ///< of Morse: p at its end over 2 e b, and the factor
  real per_width = 0;       ///< 1/w

  bool operator==(const AggregationLaw&) const = default;

  /// Elements that are farther apart feel nothing.
  IBSIM_HD real end() const { return start + (is_morse ? morse_widths : 1) * width; }
  IBSIM_HD bool acts(real r) const { return energy > 0 && r < end() && (is_morse || r > start); }

  /// p and p', between the start (of Morse: the core) and the end.
  IBSIM_HD real pressure(real r) const {
    const real t = (r - start) * per_width;
    if (!is_morse) return -30 * energy * per_width * t * t * (1 - t) * (1 - t);
    const real x = std::exp(-2 * t);
    return factor * 4 * energy * per_width * (x * x - x - cut);
  }
  IBSIM_HD real pressure_slope(real r) const {
    const real t = (r - start) * per_width;
    if (!is_morse) return -60 * energy * per_width * per_width * t * (1 - t) * (1 - 2 * t);
    const real x = std::exp(-2 * t);
    return factor * 8 * energy * per_width * per_width * (x - 2 * x * x);
  }

  /// F, F/r and u, per areas of both elements, where it acts. @param inverse 1/r
  IBSIM_HD real force(real r) const { return r * force_per_distance(r, 1 / r); }
  IBSIM_HD real force_per_distance(real r, real inverse) const {
    const bool is_inside = is_morse && r < core * start;
    const real from = is_inside ? core * start : r, per_from = is_inside ? 1 / from : inverse;
    return (pressure(from) * per_from - pressure_slope(from)) * (per_from * inverse) *
           (1 / (2 * std::numbers::pi_v<real>));
  }
  IBSIM_HD real potential(real r) const {
    const real from = is_morse && r < core * start ? core * start : r;
    const real outside = pressure(from) / (2 * std::numbers::pi_v<real> * from);
    return outside + (r < from ? force(from) * (from - r) : 0);
  }

  /// W of two planes at this distance or, of the finite range, any less. pg/us^2
  real planar_energy(real d) const;
  /// Largest |p'|, pg/(um^2 us^2).
  real largest_slope() const;
};

/// @param contact_range um
AggregationLaw aggregation_law(const AggregationProperties&, real contact_range);

/// What limits the time step: the largest |W''| of two flat membranes as far as it moves fluid on a grid of
/// cells of side h; pg/(um^2 us^2).
real aggregation_stiffness(const AggregationLaw&, real h);

} // namespace ibsim

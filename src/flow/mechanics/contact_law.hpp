// The law of contact keeps surfaces apart that come close, between elements of area:
//
//   on element i from j, r_ij = X_i - X_j, r = |r_ij| < r_c:
//     F_ij = A_i A_j f(max(r, a r_c)) r_ij/r,   f(r) = p0/(2 pi r^2) (1 - r/r_c)^2,   a = 0.2
//
// A is the area of an element of the surface at rest, so that all forces together are minus the gradient of
// sum over pairs A_i A_j V(r_ij),  V(r) = p0/(2 pi) [1/r - r/r_c^2 - (2/r_c) ln(r_c/r)] for r > a r_c. Where
// a membrane is stretched to J of its area, its elements press J times less.
//
// Integrated over a plane at the distance d from an element that is the pressure p0 P(d/r_c),
//   P(s) = 1 + 2 s ln s - s^2,
// as long as d > a r_c; nearer than 3/4 of that, where sites of two surfaces stand between each other, the
// sum of forces falls off: membranes pass through each other at 0.36 p0. A wall gives that pressure to an
// element directly.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"
#include "mechanics/contact_properties.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

struct ContactLaw {
  static constexpr real core = 0.2; ///< a
  real p0 = 0;                      ///< pg/(um us^2)
  real range = 0;                   ///< r_c, um

  /// The law of pairs that feel each other within another range.
  IBSIM_HD ContactLaw within(real reach) const { return {p0, reach}; }

  /// f: per areas of both elements, pg/(um^3 us^2).
  IBSIM_HD real force(real r) const { return force_within(range, r); }
  /// Force of pairs that feel each other within another range, in the number type of their distance.
  template <class T>
  IBSIM_HD T force_within(T reach, T r) const {
    const T inside = static_cast<T>(core) * reach, from = r > inside ? r : inside, left = 1 - from / reach;
    return static_cast<T>(p0) / (static_cast<T>(2 * std::numbers::pi_v<real>) * from * from) * left * left;
  }
  /// f/r. @param inverse, per_range 1/r, 1/r_c
  IBSIM_HD real force_per_distance(real r, real inverse, real per_range) const {
    const bool is_outside = r > core * range;
    const real left = is_outside ? 1 - r * per_range : 1 - core,
               per_from = is_outside ? inverse : per_range * (1 / core);
    return p0 / (2 * std::numbers::pi_v<real>)*per_from * per_from * left * left * inverse;
  }
  /// -df/dr
  IBSIM_HD real slope(real r) const {
    if (!(r > core * range)) return 0;
    return p0 / std::numbers::pi_v<real> * (1 - r / range) / (r * r * r);
  }
  /// V: per areas of both elements, pg/(um^2 us^2).
  IBSIM_HD real energy(real r) const {
    const real from = r > core * range ? r : core * range;
    const real outside = p0 / (2 * std::numbers::pi_v<real>)*(1 / from - from / (range * range) -
                                                              2 / range * std::log(range / from));
    return outside + (r < from ? force(from) * (from - r) : 0);
  }

  /// P(s), 0 < s < 1; 1 for less, 0 for more.
  static IBSIM_HD real planar(real s) {
    if (!(s > 0)) return 1;
    return s < 1 ? 1 + 2 * s * std::log(s) - s * s : 0;
  }
  /// -dP/ds, of no less than a hundredth, where it goes to infinity.
  static IBSIM_HD real planar_slope(real s) {
    const real from = s > 0.01 ? s : 0.01;
    return from < 1 ? -2 * (std::log(from) + 1 - from) : 0;
  }
  /// int_s^1 P
  static IBSIM_HD real planar_energy(real s) {
    if (!(s > 0)) return real{1} / 6 - s;
    return s < 1 ? real{1} / 6 - s - s * s * std::log(s) + s * s / 2 + s * s * s / 3 : 0;
  }
};

ContactLaw contact_law(const ContactProperties&);

/// Part of equal and opposite forces at a distance r that moves fluid on a grid of spacing h. Kernels spread
/// both over the same grid points, where a part exp(-r^2/(2.1 h^2)) of them cancels. 2.1 h^2 is twice the
/// variance of the cosine kernel with itself.
IBSIM_HD real moving_part(real r, real h) { return 1 - std::exp(-r * r / (2.1 * h * h)); }

/// What limits the time step: the largest stiffness of two flat membranes at any distance beyond the core, or
/// of one and a wall, as far as it moves fluid; per area and displacement, pg/(um^2 us^2).
real contact_stiffness(const ContactProperties&, real h, bool walls);

} // namespace ibsim

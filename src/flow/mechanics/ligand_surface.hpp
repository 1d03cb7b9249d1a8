// Where ligands lie and how far a receptor is from them (wall_bonds.hpp): on the flat walls of the box or on
// the inside of a round tube, each one gap inside the wall that the fluid meets.
//
//   flat   L = |d|,  d = (x - a, max(0, y - gap), z - b),   anchor (a, b)
//   tube   d = x' - (R' cos a, R' sin a, b),   R' = R - gap,   anchor (a, b)
//
// with x' the place of the receptor relative to the axis of the tube, taken back to R' where it is farther
// out. The energy of a bond follows from L, so a force d along its direction acts on the receptor by the
// transpose of dx'/dx: what would push it through the wall is left out.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"

#include <cmath>

namespace ibsim {

/// Copied into lambdas.
struct LigandSurface {
  real height = 0, gap = 0;                                ///< of the box in y; that contact keeps, um
  bool lower = false, upper = false;                       ///< flat walls that have ligands
  Real3 lower_velocity{}, upper_velocity{};                ///< um/us
  real radius = 0;                                         ///< R of the tube, um; 0: flat walls
  real axis_x = 0, axis_y = 0, period_x = 0, period_y = 0; ///< of the tube and of the box, um

  /// The ligands nearest to a receptor.
  struct Place {
    real distance; ///< L of a bond that forms there, um; negative: beyond the wall of ligands
    real a, b;     ///< its anchor
    bool upper;    ///< of the flat walls
  };
  IBSIM_HD Place nearest(const Real3& x) const {
    if (radius > 0) {
      const Real3 at = from_axis(x);
      return {radius - gap - std::sqrt(at.x * at.x + at.y * at.y), std::atan2(at.y, at.x), at.z, false};
    }
    const bool to_lower = lower && (!upper || x.y < height - x.y);
    return {(to_lower ? x.y : height - x.y) - gap, x.x, x.z, !to_lower};
  }
  /// d, from an anchor to a receptor at x.
  IBSIM_HD Real3 apart(real a, real b, bool of_upper, const Real3& x) const {
    if (radius > 0) {
      const Real3 at = from_axis(x);
      const real inside = radius - gap, part = part_within(at);
      return {part * at.x - inside * std::cos(a), part * at.y - inside * std::sin(a), at.z - b};
    }
    const real distance = (of_upper ? height - x.y : x.y) - gap;
    return {x.x - a, distance > 0 ? (of_upper ? -distance : distance) : 0, x.z - b};
  }
  /// The force on a receptor at x of one that acts on x'.
  IBSIM_HD Real3 on_receptor(const Real3& force, const Real3& x) const {
    if (!(radius > 0)) return force;
    const Real3 at = from_axis(x);
    const real part = part_within(at);
    if (!(part < 1)) return force;
    const real outward = (force.x * at.x + force.y * at.y) / (at.x * at.x + at.y * at.y);
    return {part * (force.x - outward * at.x), part * (force.y - outward * at.y), force.z};
  }

 private:
  /// From the nearest image of the axis.
  IBSIM_HD Real3 from_axis(const Real3& x) const {
    const real dx = x.x - axis_x, dy = x.y - axis_y;
    return {dx - period_x * std::rint(dx / period_x), dy - period_y * std::rint(dy / period_y), x.z};
  }
  /// By which the distance from the axis is multiplied to be R' at most.
  IBSIM_HD real part_within(const Real3& at) const {
    const real inside = radius - gap, r2 = at.x * at.x + at.y * at.y;
    return r2 > inside * inside ? inside / std::sqrt(r2) : real{1};
  }
};

} // namespace ibsim

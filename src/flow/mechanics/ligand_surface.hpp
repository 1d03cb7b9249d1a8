// Surfaces of ligands, and how far a receptor is from them (wall_bonds.hpp): on the flat walls of the box,
// the inside of round tubes or a vessel, each one gap inside the wall that the fluid meets.
//
//   flat     L = |d|,  d = (x - a, max(0, y - gap), z - b),   anchor (a, b)
//   tube     d = x' - (R' cos a, R' sin a, b),   R' = R - gap,   anchor (a, b), of several (a, b, number)
//   vessel   d = x' - (a, c, b),   x' = x + max(0, gap - D) n,   anchor (a, b, c)
//
// In a tube x' is the place of the receptor relative to the axis, of several tubes the nearest, taken back to
// R' where it is farther out. In a vessel D is the distance from the wall and n its direction
// (distance_field.hpp). The energy of a bond follows from L, so a force d along its direction acts on the
// receptor by the transpose of dx'/dx: what would push it through the wall is left out. In a vessel this
// takes the wall as flat over (gap - D).
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"
#include "mechanics/adhesion_properties.hpp"
#include "mechanics/distance_field.hpp"

#include <cmath>

namespace ibsim {

/// Copied into lambdas.
struct LigandSurface {
  real height = 0, gap = 0;                 ///< of the box in y; that contact keeps, um
  bool lower = false, upper = false;        ///< flat walls that have ligands
  Real3 lower_velocity{}, upper_velocity{}; ///< um/us
  real radius = 0;                          ///< R of the tubes, um; 0: flat walls
  static constexpr int most_tubes = 4;
  struct Axis {
    real x, y; ///< um
  };
  Axis axes[most_tubes]{}; ///< of the tubes
  int tubes = 0;
  real period_x = 0, period_y = 0; ///< of the box, um

  DistanceField vessel{}; ///< of no cells: there is none

  LigandRegion within{}; ///< part that has ligands; of no extent: all
  Real3 box{};           ///< um

  IBSIM_HD bool is_vessel() const { return vessel.n.x > 0; }
  IBSIM_HD bool is_part() const { return within.high.x > within.low.x; }

  struct Anchor {
    real a, b;
    bool upper; ///< of the flat walls
    real c;     ///< of a vessel; number of the tube
  };
  /// The ligands nearest to a receptor.
  struct Place {
    real distance; ///< L of a bond that forms there, um; negative: beyond the wall of ligands
    Anchor anchor;
  };
  /// @param reach farther ligands need not be found
  IBSIM_HD Place nearest(const Real3& x, real reach) const {
    const Place found = nearest_on_walls(x, reach);
    if (!is_part() || has_ligands(place(found.anchor))) return found;
    return {2 * reach, {}};
  }
  /// The ligand where an anchor is after a shift. @param reach distance from ligands at which there is one
  struct Moved {
    bool is_there;
    Anchor anchor;
  };
  IBSIM_HD Moved moved(const Anchor& from, const Real3& by, real reach) const {
    const Real3 x = place(from) + by;
    real beyond = by.y; // of flat walls
    Anchor to{x.x, x.z, from.upper, 0};
    if (is_vessel()) {
      beyond = vessel(x).distance - gap, to.c = x.y;
    } else if (radius > 0) {
      const int tube = nearest_tube(x);
      const Real3 at = from_axis(x, tube);
      beyond = std::sqrt(at.x * at.x + at.y * at.y) - (radius - gap);
      to = {std::atan2(at.y, at.x), x.z, false, static_cast<real>(tube)};
    }
    return {std::fabs(beyond) <= reach && has_ligands(x), to};
  }
  /// True for a place on a wall in the part that has ligands, in any image of the box.
  IBSIM_HD bool has_ligands(const Real3& x) const {
    for (int d = 0; d < 3; ++d) {
      const real width = within.high[d] - within.low[d];
      if (!(width > 0 && width < box[d])) continue;
      const real above = x[d] - within.low[d];
      if (above - box[d] * std::floor(above / box[d]) > width) return false;
    }
    return true;
  }
  /// d, from an anchor to a receptor at x.
  IBSIM_HD Real3 apart(const Anchor& anchor, const Real3& x) const {
    const real a = anchor.a, b = anchor.b;
    if (is_vessel()) {
      const DistanceField::At at = vessel(x);
      const real below = gap - at.distance;
      return (below > 0 ? x + below * normalized(at.away) : x) - Real3{a, anchor.c, b};
    }
    if (radius > 0) {
      const Real3 at = from_axis(x, static_cast<int>(anchor.c));
      const real inside = radius - gap, part = part_within(at);
      return {part * at.x - inside * std::cos(a), part * at.y - inside * std::sin(a), at.z - b};
    }
    const real distance = (anchor.upper ? height - x.y : x.y) - gap;
    return {x.x - a, distance > 0 ? (anchor.upper ? -distance : distance) : 0, x.z - b};
  }
  /// The force on a receptor at x of one that acts on x'.
  IBSIM_HD Real3 on_receptor(const Real3& force, const Real3& x) const {
    if (is_vessel()) {
      const DistanceField::At at = vessel(x);
      const Real3 n = normalized(at.away);
      return at.distance < gap ? force - dot(force, n) * n : force;
    }
    if (!(radius > 0)) return force;
    const Real3 at = from_axis(x, nearest_tube(x));
    const real part = part_within(at);
    if (!(part < 1)) return force;
    const real outward = (force.x * at.x + force.y * at.y) / (at.x * at.x + at.y * at.y);
    return {part * (force.x - outward * at.x), part * (force.y - outward * at.y), force.z};
  }
  /// Where an anchor is, um; not wrapped into the box.
  IBSIM_HD Real3 place(const Anchor& at) const {
    if (is_vessel()) return {at.a, at.c, at.b};
    if (radius > 0) {
      const real inside = radius - gap;
      const Axis& axis = axes[static_cast<int>(at.c)];
      return {axis.x + inside * std::cos(at.a), axis.y + inside * std::sin(at.a), at.b};
    }
    return {at.a, at.upper ? height - gap : gap, at.b};
  }

 private:
  IBSIM_HD Place nearest_on_walls(const Real3& x, real reach) const {
    if (is_vessel()) {
      if (!vessel.may_be_near(x, gap + reach)) return {2 * reach, {}};
      const DistanceField::At at = vessel(x);
      const real above = at.distance - gap;
      const Real3 foot = x - above * normalized(at.away);
      return {above, {foot.x, foot.z, false, foot.y}};
    }
    if (radius > 0) {
      const int tube = nearest_tube(x);
      const Real3 at = from_axis(x, tube);
      return {radius - gap - std::sqrt(at.x * at.x + at.y * at.y),
              {std::atan2(at.y, at.x), at.z, false, static_cast<real>(tube)}};
    }
    const bool to_lower = lower && (!upper || x.y < height - x.y);
    return {(to_lower ? x.y : height - x.y) - gap, {x.x, x.z, !to_lower, 0}};
  }
  /// Number of the tube whose axis is nearest.
  IBSIM_HD int nearest_tube(const Real3& x) const {
    int nearest = 0;
    real least = 0;
    for (int tube = 0; tubes > 1 && tube < tubes; ++tube) {
      const Real3 at = from_axis(x, tube);
      const real r2 = at.x * at.x + at.y * at.y;
      if (tube == 0 || r2 < least) nearest = tube, least = r2;
    }
    return nearest;
  }
  /// From the nearest image of the axis.
  IBSIM_HD Real3 from_axis(const Real3& x, int tube) const {
    const real dx = x.x - axes[tube].x, dy = x.y - axes[tube].y;
    return {dx - period_x * std::rint(dx / period_x), dy - period_y * std::rint(dy / period_y), x.z};
  }
  /// By which the distance from the axis is multiplied to be R' at most.
  IBSIM_HD real part_within(const Real3& at) const {
    const real inside = radius - gap, r2 = at.x * at.x + at.y * at.y;
    return r2 > inside * inside ? inside / std::sqrt(r2) : real{1};
  }
};

} // namespace ibsim

// Which sites of one object feel each other, and how near (contact of an object with itself: thin tips,
// folds, parachutes).
//
// On a surface every site has neighbours within the range of contact, which are not to push each other. With
// d the distance of two sites of an object in the shape from which it starts, and n, m the normals there,
// they feel each other within
//
//   rho = 0               where n.m > 0 and d < 3 r_c: they are neighbours on one side of it
//   rho = min(r_c, d/2)   else: they face apart, as the two sides of a tip, or are far from each other
//
// by the law of contact with rho in place of r_c. So an object feels nothing as it starts, wherever it is and
// however turned, also where it is thinner than the range; its two sides feel each other once they come to
// half their distance; and a fold does from 1.5 r_c beside its edge on. rho is of the pair alone: the energy
// of all pairs has the forces as its gradient.
//
// Sites here are the points of contact (contact_points.hpp), d and n the means over the sites of each. Pairs
// that can come near are found by leaves, some four points close to each other, of which the sphere around
// them is known (near_itself.kernels.cpp).
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"
#include "mechanics/contact_points.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace ibsim {

/// A point of contact in the shape from which its object starts.
struct PointAtStart {
  Real3 at, normal; ///< um; of length 1
};

/// rho of two points, um; the same to the bit for both.
IBSIM_HD real range_of_pair(const PointAtStart& a, const PointAtStart& b, real range) {
  const Real3 apart = a.at - b.at;
  const real d2 = dot(apart, apart);
  if (dot(a.normal, b.normal) > 0 && d2 < 9 * range * range) return 0;
  return std::fmin(range, std::sqrt(d2) / 2);
}

/// The points of a leaf in the shape from which its object starts lie within this sphere, um.
struct alignas(16) LeafAtStart {
  float x, y, z, radius;
};

/// No less than rho of any two points of two leaves, but for what floats round.
IBSIM_HD float range_of_leaves(const LeafAtStart& a, const LeafAtStart& b, float range) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return std::fmin(range, 0.5f * (std::sqrt(x * x + y * y + z * z) + a.radius + b.radius));
}

/// The leaves of PointsOfObject, as host data; a group is so many leaves that follow each other.
struct PointLeaves {
  static constexpr int leaves_of_group = 16;

  int leaves = 0;
  std::vector<PointAtStart> points;
  std::vector<LeafAtStart> at_start; ///< of each leaf
  /// Bit b of [group g * leaves + leaf p]: points of p and of leaf b of group g may feel each other.
  std::vector<std::uint16_t> may_feel;

  int groups() const { return leaves / leaves_of_group; }
};

/// @param of of no 0 leaves @param at_start the sample sites of one object, in its own frame, um @param range
/// um
PointLeaves point_leaves(const SurfaceKind&, const PointsOfObject& of, const std::vector<Real3>& at_start,
                         real range);

} // namespace ibsim

// Simple shapes as signed distances, exact.
#pragma once

#include "geometry/signed_distance.hpp"

#include <functional>

namespace ibsim {

/// A box; a side may be infinite.
ImplicitShape box_shape(const Real3& low, const Real3& high);
ImplicitShape sphere_shape(const Real3& centre, real radius);
/// An endless cylinder along an axis (0, 1, 2 for x, y, z) through a point.
ImplicitShape cylinder_shape(int axis, const Real3& through, real radius);

/// A vessel along straight pieces between points, with a radius at each, and half spheres at both ends: the
/// union of all spheres whose centre and radius go evenly from point to point. Exact outside.
ImplicitShape tube_shape(const std::vector<Real3>& points, const std::vector<real>& radii);

/// A radius, or a half width, along an axis: R(s) at s um from a centre, as a polygon of 1024 sides over a
/// period. It repeats with the period.
struct Profile {
  std::function<real(real)> at;
  real period = 0;
};

/// A body of revolution about a line along `axis` through `centre`, with a profile as its radius.
ImplicitShape revolved_shape(int axis, const Real3& centre, const Profile&);

/// A channel along `axis` with a profile as its half width along `across`, endless along the third direction.
ImplicitShape profiled_slot(int axis, int across, const Real3& centre, const Profile&);

} // namespace ibsim

#include "packing/packed_shape.hpp"

#include "geometry/mesh_distance.hpp"
#include "surface/mapped_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

void find_patches(PackedShape& shape) {
  const std::vector<Real3>& points = shape.points;
  std::vector<real> least(points.size(), std::numeric_limits<real>::infinity()); // to a centre so far
  shape.patch_of.assign(points.size(), 0);
  std::size_t next = 0;
  while (shape.patches.size() < std::min(points.size(), PackedShape::most_patches)) {
    for (std::size_t p = 0; p < points.size(); ++p)
      if (const real r = norm(points[p] - points[next]); r < least[p])
        least[p] = r, shape.patch_of[p] = shape.patches.size();
    shape.patches.push_back({points[next], 0});
    next = static_cast<std::size_t>(std::max_element(least.begin(), least.end()) - least.begin());
  }
  for (std::size_t p = 0; p < points.size(); ++p) {
    real& reach = shape.patches[shape.patch_of[p]].reach;
    reach = std::max(reach, least[p]);
  }
}

PackedShape packed_shape(const ReferenceSurface& surface, const Real3& stretch, int points) {
  const auto stretched = [&](const Real3& p) {
    return Real3{stretch.x * p.x, stretch.y * p.y, stretch.z * p.z};
  };
  PackedShape shape;
  shape.surface = surface, shape.stretch = stretch;
  for (const Real3& xi : quasi_uniform_nodes(surface, points))
    shape.points.push_back(stretched(position(surface, xi)));
  Real3 half = surface.half_axes;
  if (surface.shape == ReferenceShape::red_cell) {
    constexpr int fine = 1000; // the half thickness is flat at its most: what lies between is 1e-6 of it
    half = {half.x, half.x, 0};
    for (int i = 0; i <= fine; ++i) {
      const real r = real(i) / fine;
      half.z = std::max(half.z, position(surface, {r, 0, std::sqrt(1 - r * r)}).z);
    }
  }
  shape.half_widths = stretched(half);
  if (surface.map) {
    for (const Real3& p : surface.map->body->mesh().vertices)
      shape.radius = std::max(shape.radius, norm(stretched({half.x * p.x, half.y * p.y, half.z * p.z})));
    return shape;
  }
  // every shape lies within the ellipsoid of these half axes, but a red cell only within that of R0 all
  // around
  shape.radius = std::max(shape.half_widths.x, shape.half_widths.y);
  shape.radius =
      std::max(shape.radius, stretch.z * (surface.shape == ReferenceShape::red_cell ? half.x : half.z));
  return shape;
}

Depth depth_in_map(const PackedShape& shape, const Real3& p) {
  const Real3 &a = shape.surface.half_axes, &s = shape.stretch, unit{a.x * s.x, a.y * s.y, a.z * s.z};
  const auto near = shape.surface.map->body->nearest({p.x / unit.x, p.y / unit.y, p.z / unit.z});
  if (!(near.distance < 0)) return {};
  const Real3 outward{near.gradient.x / unit.x, near.gradient.y / unit.y, near.gradient.z / unit.z};
  const real steepness = norm(outward);
  return {-near.distance / steepness, outward / steepness};
}

} // namespace ibsim

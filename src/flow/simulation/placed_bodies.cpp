#include "simulation/placed_bodies.hpp"

#include "simulation/initial_sites.hpp"
#include "simulation/object_name.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

/// The outward normal of a placed object at xi: the cross product of two tangents, which are stretched and
/// turned as the surface is.
Real3 outward_normal(const ObjectKind& kind, const Placement& placement, const Real3& xi, const Real3& p) {
  const Real3 e1 = normalized(cross(xi, std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0})),
              e2 = cross(xi, e1);
  Real3 tangents[2];
  for (int t = 0; t < 2; ++t) {
    const Real3 v = derivative(kind.surface, xi, t == 0 ? e1 : e2);
    const Real3 stretched{placement.stretch.x * v.x, placement.stretch.y * v.y, placement.stretch.z * v.z};
    for (int d = 0; d < 3; ++d) tangents[t][d] = dot(placement.rotation[d], stretched);
  }
  const Real3 normal = normalized(cross(tangents[0], tangents[1]));
  // every shape is star-shaped about its centre
  return dot(normal, p - placement.centre) >= 0 ? normal : -normal;
}

Body make_body(const Scenario& scenario, std::size_t kind_number, std::size_t number) {
  constexpr int rings = 24, around = 48;
  const ObjectKind& kind = scenario.objects[kind_number];
  Body body;
  body.kind = &kind;
  body.placement = &kind.placements[number];
  body.key = "objects." + std::to_string(kind_number) + ".placements." + std::to_string(number);
  body.name = object_name(scenario, kind_number, number);
  constexpr real far = std::numeric_limits<real>::max();
  body.low = {far, far, far}, body.high = {-far, -far, -far};
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < (i % rings == 0 ? 1 : around); ++j) {
      const real theta = std::numbers::pi * i / rings, phi = 2 * std::numbers::pi * j / around;
      const Real3 xi{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
      const Real3 p = placed(kind.surface, *body.placement, xi);
      for (int d = 0; d < 3; ++d)
        body.low[d] = std::min(body.low[d], p[d]), body.high[d] = std::max(body.high[d], p[d]);
      body.radius = std::max(body.radius, norm(p - body.placement->centre));
      body.points.push_back(p);
      body.normals.push_back(outward_normal(kind, *body.placement, xi, p));
    }
  return body;
}

/// True if a point of a, moved outward, is inside b moved by `shift`.
bool reaches_into(const Body& a, const Body& b, const Real3& shift, real distance) {
  for (std::size_t i = 0; i < a.points.size(); ++i)
    if (contains(b.kind->surface, *b.placement, a.points[i] + distance * a.normals[i] - shift)) return true;
  return false;
}

} // namespace

std::vector<Body> placed_bodies(const Scenario& scenario) {
  std::vector<Body> bodies;
  for (std::size_t k = 0; k < scenario.objects.size(); ++k) {
    if (scenario.objects[k].tube) continue;
    for (std::size_t o = 0; o < scenario.objects[k].placements.size(); ++o)
      bodies.push_back(make_body(scenario, k, o));
  }
  return bodies;
}

Real3 periods_of(const Scenario& scenario) {
  Real3 periods = scenario.grid.lengths();
  if (scenario.has_walls()) periods.y *= 1e6;
  return periods;
}

bool contains(const ReferenceSurface& surface, const Placement& placement, const Real3& p) {
  // Back to the reference: turn, then undo the stretch; rotation has the images of the axes as its columns.
  const Real3 away = p - placement.centre;
  Real3 x{};
  for (int d = 0; d < 3; ++d) x += away[d] * placement.rotation[d];
  for (int d = 0; d < 3; ++d) x[d] /= placement.stretch[d];
  const Real3& a = surface.half_axes;
  if (surface.shape == ReferenceShape::red_cell) {
    const real r2 = (x.x * x.x + x.y * x.y) / (a.x * a.x);
    if (r2 >= 1) return false;
    return std::abs(x.z) < position(surface, {std::sqrt(r2), 0, std::sqrt(1 - r2)}).z;
  }
  return (x.x * x.x) / (a.x * a.x) + (x.y * x.y) / (a.y * a.y) + (x.z * x.z) / (a.z * a.z) < 1;
}

bool closer_than(const Body& a, const Body& b, const Real3& periods, real distance) {
  const real reach = a.radius + b.radius + distance;
  const Real3 apart = b.placement->centre - a.placement->centre;
  Int3 nearest, images;
  for (int d = 0; d < 3; ++d) {
    nearest[d] = -static_cast<int>(std::round(apart[d] / periods[d]));
    images[d] = reach > periods[d] / 2 ? 1 : 0;
  }
  for (int k = -images.z; k <= images.z; ++k)
    for (int j = -images.y; j <= images.y; ++j)
      for (int i = -images.x; i <= images.x; ++i) {
        const Real3 shift{(nearest.x + i) * periods.x, (nearest.y + j) * periods.y,
                          (nearest.z + k) * periods.z};
        if (norm(apart + shift) < reach &&
            (reaches_into(a, b, shift, distance) || reaches_into(b, a, -shift, distance)))
          return true;
      }
  return false;
}

} // namespace ibsim

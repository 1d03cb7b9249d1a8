#include "model/placed_bodies.hpp"

#include "geometry/mesh_distance.hpp"
#include "model/flow_model.hpp"
#include "model/initial_sites.hpp"
#include "model/object_box.hpp"
#include "model/object_name.hpp"
#include "surface/mapped_shape.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

std::shared_ptr<const BodySurface> surface_of(const ClosedSurface& closed) {
  constexpr int rings = 24, around = 48;
  BodySurface surface;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < (i % rings == 0 ? 1 : around); ++j) {
      const real theta = std::numbers::pi * i / rings, phi = 2 * std::numbers::pi * j / around;
      const Real3 xi{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
      const Real3 e1 = normalized(cross(xi, std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0}));
      surface.points.push_back(position(closed.surface, xi));
      surface.tangents[0].push_back(derivative(closed.surface, xi, e1));
      surface.tangents[1].push_back(derivative(closed.surface, xi, cross(xi, e1)));
    }
  return std::make_shared<const BodySurface>(std::move(surface));
}

/// Radius of what is a sphere as placed, um; 0 of anything else.
real radius_of_sphere(const ObjectKind& kind, const Placement& at) {
  const ReferenceSurface& surface = kind.closed().surface;
  const Real3& stretch = at.stretch;
  const bool sphere =
      surface.shape == ReferenceShape::sphere && stretch.x == stretch.y && stretch.x == stretch.z;
  return sphere ? surface.half_axes.x * stretch.x : 0;
}
real radius_of_sphere(const Body& body) { return radius_of_sphere(*body.kind, *body.placement); }

/// Its place in space from that of its points.
void measure(Body& body) {
  if (const real radius = radius_of_sphere(body); radius > 0) {
    const Real3 r{radius, radius, radius};
    body.low = body.placement->centre - r, body.high = body.placement->centre + r, body.radius = radius;
    return;
  }
  constexpr real far = std::numeric_limits<real>::max();
  body.low = {far, far, far}, body.high = {-far, -far, -far};
  for (std::size_t i = 0; i < body.points(); ++i) {
    const Real3 p = body.point(i);
    for (int d = 0; d < 3; ++d)
      body.low[d] = std::min(body.low[d], p[d]), body.high[d] = std::max(body.high[d], p[d]);
    body.radius = std::max(body.radius, norm(p - body.placement->centre));
  }
}

/// True if a point of a, moved outward, is inside b moved by `shift`.
bool reaches_into(const Body& a, const Body& b, const Real3& shift, real distance) {
  // Of ellipsoids the farthest point from the centre is among the points, of a red cell, however it is
  // stretched, one that is less than 1 % nearer. Along an axis of the box points are short of the surface by
  // less: by (1 - cos 5.3 deg), with half the diagonal of their distances, of what an ellipsoid reaches.
  constexpr real beyond_points = 1.02;
  const Real3 centre = b.placement->centre + shift;
  const real reach = beyond_points * b.radius;
  // of most points, and of most bodies, that is all that need be known
  const real near = (reach + distance) * (1 + 1e-9),
             around = ((beyond_points - 1) * b.radius + distance) * (1 + 1e-9);
  const Real3 margin{around, around, around}, low = b.low + shift - margin, high = b.high + shift + margin;
  for (int d = 0; d < 3; ++d)
    if (a.high[d] < low[d] || a.low[d] > high[d]) return false;
  for (std::size_t i = 0; i < a.points(); ++i) {
    Real3 p = a.point(i);
    if (p.x < low.x || p.x > high.x || p.y < low.y || p.y > high.y || p.z < low.z || p.z > high.z) continue;
    if (const Real3 from_centre = p - centre; !(dot(from_centre, from_centre) < near * near)) continue;
    if (distance > 0) p += distance * a.outward_normal(i);
    const Real3 away = p - centre;
    if (dot(away, away) < reach * reach && contains(b.kind->closed().surface, *b.placement, p - shift))
      return true;
  }
  return false;
}

/// Bodies by the cells of a box in which they are.
class CellsOfBodies {
 public:
  CellsOfBodies(const std::vector<Body>& bodies, const Real3& periods, real least_width) : periods_(periods) {
    constexpr real most = 1 << 20; // a direction, so that the number of a cell is one of 63 bits
    for (int d = 0; d < 3; ++d)
      n_[d] = static_cast<std::int64_t>(
          std::clamp(std::floor(periods[d] / least_width * (1 - 1e-9)), real{1}, most));
    for (std::size_t i = 0; i < bodies.size(); ++i)
      sorted_.emplace_back(number(cell_of(bodies[i].placement->centre)), i);
    std::sort(sorted_.begin(), sorted_.end());
  }

  /// Finds the bodies in the cell of p and around it, in their order.
  void around(const Real3& p, std::vector<std::size_t>& found) const {
    const Vec3<std::int64_t> at = cell_of(p);
    std::int64_t cells[27];
    int count = 0;
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          cells[count++] = number({wrapped(at.x + i, 0), wrapped(at.y + j, 1), wrapped(at.z + k, 2)});
    std::sort(cells, cells + count);
    const std::int64_t* const end = std::unique(cells, cells + count); // in a narrow box some are the same
    found.clear();
    for (const std::int64_t* cell = cells; cell != end; ++cell)
      for (auto one = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair{*cell, std::size_t{0}});
           one != sorted_.end() && one->first == *cell; ++one)
        found.push_back(one->second);
    std::sort(found.begin(), found.end());
  }

 private:
  std::int64_t wrapped(std::int64_t i, int d) const { return (i % n_[d] + n_[d]) % n_[d]; }
  std::int64_t number(const Vec3<std::int64_t>& c) const { return (c.z * n_[1] + c.y) * n_[0] + c.x; }
  Vec3<std::int64_t> cell_of(const Real3& p) const {
    Vec3<std::int64_t> cell{};
    for (int d = 0; d < 3; ++d)
      cell[d] =
          wrapped(static_cast<std::int64_t>(std::floor(p[d] / periods_[d] * static_cast<real>(n_[d]))), d);
    return cell;
  }
  Real3 periods_;
  std::int64_t n_[3];
  std::vector<std::pair<std::int64_t, std::size_t>> sorted_; ///< cell, body
};

real largest_radius(const std::vector<Body>& bodies) {
  real largest = 0;
  for (const Body& body : bodies) largest = std::max(largest, body.radius);
  return largest;
}

/// The bodies b > a whose spheres are closer to that of a than `distance`, in their order.
/// @param cells of all bodies, as wide as the widest pair
void find_neighbours(const std::vector<Body>& bodies, const CellsOfBodies& cells, std::size_t a,
                     const Real3& periods, real distance, std::vector<std::size_t>& found) {
  cells.around(bodies[a].placement->centre, found);
  std::erase_if(found, [&](std::size_t b) {
    if (b <= a) return true;
    // who comes later waits until there is room (traffic.hpp)
    if (bodies[a].placement->enters > 0 || bodies[b].placement->enters > 0) return true;
    Real3 apart = bodies[b].placement->centre - bodies[a].placement->centre;
    for (int d = 0; d < 3; ++d) apart[d] -= periods[d] * std::round(apart[d] / periods[d]);
    return !(norm(apart) < bodies[a].radius + bodies[b].radius + distance);
  });
}

} // namespace

Real3 Body::point(std::size_t i) const { return placed(*placement, surface->points[i]); }

Real3 Body::outward_normal(std::size_t i) const {
  Real3 tangents[2]; // stretched and turned as the surface is
  for (int t = 0; t < 2; ++t) {
    const Real3& v = surface->tangents[t][i];
    const Real3 stretched{placement->stretch.x * v.x, placement->stretch.y * v.y, placement->stretch.z * v.z};
    for (int d = 0; d < 3; ++d) tangents[t][d] = dot(placement->rotation[d], stretched);
  }
  const Real3 normal = normalized(cross(tangents[0], tangents[1]));
  // the map of a mesh keeps the outside of the sphere; every other shape is star-shaped about its centre
  if (kind->closed().surface.map) return normal;
  return dot(normal, point(i) - placement->centre) >= 0 ? normal : -normal;
}

std::vector<Body> placed_bodies(const FlowModel& model) {
  std::vector<Body> bodies;
  for (const auto& [k, kind, closed] : kinds_of<ClosedSurface>(model.objects)) {
    const auto surface = surface_of(closed);
    const std::size_t first = bodies.size(), objects = kind.placements.size();
    bodies.resize(first + objects);
#pragma omp parallel for schedule(static) if (objects > 64)
    for (std::size_t o = 0; o < objects; ++o) {
      Body& body = bodies[first + o];
      body.key = "objects." + std::to_string(k) + ".placements." + std::to_string(o);
      body.name = object_name(model, k, o);
      body.kind = &kind, body.placement = &kind.placements[o], body.surface = surface;
      measure(body);
    }
  }
  return bodies;
}

ObjectBox box_at_start(const FlowModel& model, std::size_t kind, std::size_t object) {
  const ObjectKind& of = model.objects[kind];
  Body body;
  body.kind = &of, body.placement = &of.placements[object], body.surface = surface_of(of.closed());
  measure(body);
  return {body.low, body.high};
}

Real3 periods_of(const FlowModel& model) {
  Real3 periods = model.grid.lengths();
  if (model.has_walls()) periods.y *= 1e6;
  return periods;
}

bool contains(const ReferenceSurface& surface, const Placement& placement, const Real3& p) {
  // Back to the reference: turn, then undo the stretch; rotation has the images of the axes as its columns.
  const Real3 away = p - placement.centre;
  Real3 x{};
  for (int d = 0; d < 3; ++d) x += away[d] * placement.rotation[d];
  for (int d = 0; d < 3; ++d) x[d] /= placement.stretch[d];
  const Real3& a = surface.half_axes;
  if (surface.map) return surface.map->body->nearest({x.x / a.x, x.y / a.y, x.z / a.z}).distance < 0;
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
  const bool spheres = radius_of_sphere(a) > 0 && radius_of_sphere(b) > 0;
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
            (spheres || reaches_into(a, b, shift, distance) || reaches_into(b, a, -shift, distance)))
          return true;
      }
  return false;
}

std::optional<std::pair<std::size_t, std::size_t>>
first_pair(const std::vector<Body>& bodies, const Real3& periods, real distance,
           const std::function<bool(const Body&, const Body&)>& meets) {
  if (bodies.size() < 2) return {};
  const CellsOfBodies cells(bodies, periods, 2 * largest_radius(bodies) + distance);
  std::vector<std::size_t> near;
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    find_neighbours(bodies, cells, a, periods, distance, near);
    for (const std::size_t b : near)
      if (meets(bodies[a], bodies[b])) return std::pair{a, b};
  }
  return {};
}

std::optional<std::pair<std::size_t, std::size_t>> first_close_pair(const std::vector<Body>& bodies,
                                                                    const Real3& periods, real distance) {
  if (bodies.size() < 2) return {};
  const CellsOfBodies cells(bodies, periods, 2 * largest_radius(bodies) + distance);
  std::optional<std::pair<std::size_t, std::size_t>> first;
  std::atomic<std::size_t> rows = bodies.size(); // those below it are still of interest
#pragma omp parallel
  {
    std::vector<std::size_t> near;
#pragma omp for schedule(dynamic, 16)
    for (std::size_t a = 0; a < bodies.size(); ++a) {
      if (a >= rows) continue;
      find_neighbours(bodies, cells, a, periods, distance, near);
      const auto b = std::find_if(near.begin(), near.end(), [&](std::size_t other) {
        return closer_than(bodies[a], bodies[other], periods, distance);
      });
      if (b == near.end()) continue;
#pragma omp critical(first_close_pair)
      if (a < rows) rows = a, first = {a, *b};
    }
  }
  return first;
}

std::vector<std::pair<std::size_t, std::size_t>> close_pairs(const std::vector<Body>& bodies,
                                                             const Real3& periods, real distance) {
  if (bodies.size() < 2) return {};
  const CellsOfBodies cells(bodies, periods, 2 * largest_radius(bodies) + distance);
  std::vector<std::vector<std::size_t>> close(bodies.size()); // to each
#pragma omp parallel
  {
    std::vector<std::size_t> near;
#pragma omp for schedule(dynamic, 16)
    for (std::size_t a = 0; a < bodies.size(); ++a) {
      find_neighbours(bodies, cells, a, periods, distance, near);
      for (const std::size_t b : near)
        if (closer_than(bodies[a], bodies[b], periods, distance)) close[a].push_back(b);
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < bodies.size(); ++a)
    for (const std::size_t b : close[a]) pairs.emplace_back(a, b);
  return pairs;
}

} // namespace ibsim

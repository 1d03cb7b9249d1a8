#include "geometry/wall_points.hpp"

#include "geometry/point_cells.hpp"
#include "geometry/sampled_distance.hpp"
#include "geometry/triangle_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace ibsim {
namespace {

/// Whether points with these normals are on one side of a wall. Those around a sharp edge are; those on both
/// faces of a thin wall are not.
bool on_one_side(const Real3& a, const Real3& b) { return dot(a, b) > -0.5 * norm(a) * norm(b); }

/// Bits of three numbers in turn: neighbours in it are neighbours in space.
std::uint64_t interleaved(const Real3& part) {
  std::uint64_t code = 0;
  for (int bit = 20; bit >= 0; --bit)
    for (int d = 0; d < 3; ++d)
      code = code << 1 |
             (static_cast<std::uint64_t>(std::clamp(part[d], real{0}, real{1}) * 2097151) >> bit & 1);
  return code;
}

/// n points by area along a curve that fills space, within triangles by a sequence of low discrepancy.
std::vector<Real3> spread_by_area(const TriangleMesh& mesh, const PeriodicBox& box, long n) {
  const std::size_t triangles = mesh.triangles.size();
  std::vector<std::uint64_t> code(triangles);
  std::vector<real> area(triangles);
  for (std::size_t t = 0; t < triangles; ++t) {
    const Vec3<int>& v = mesh.triangles[t];
    const Real3 &a = mesh.vertices[v.x], &b = mesh.vertices[v.y], &c = mesh.vertices[v.z];
    const Real3 centre = box.wrapped((a + b + c) / 3.0);
    code[t] = interleaved({centre.x / box.size.x, centre.y / box.size.y, centre.z / box.size.z});
    area[t] = norm(cross(b - a, c - a)) / 2;
  }
  std::vector<std::size_t> order(triangles);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return code[a] < code[b]; });
  const real all = std::accumulate(area.begin(), area.end(), real{0});
  std::vector<Real3> points;
  real before = 0;
  long k = 0;
  for (const std::size_t t : order) {
    const real behind = before + area[t];
    for (; k < n && (k + 0.5) / n * all < behind; ++k) {
      constexpr real first = 0.7548776662466927, second = 0.5698402909980532; // Roberts' sequence
      real u = first * (k + 1) - std::floor(first * (k + 1)),
           v = second * (k + 1) - std::floor(second * (k + 1));
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3<int>& at = mesh.triangles[t];
      const Real3 &a = mesh.vertices[at.x], &b = mesh.vertices[at.y], &c = mesh.vertices[at.z];
      points.push_back(box.wrapped(a + u * (b - a) + v * (c - a)));
    }
    before = behind;
  }
  return points;
}

/// Unit normals at points of the level.
void take_normals(const SignedDistance& shape, real h, const std::vector<Real3>& points,
                  std::vector<Real3>& normals) {
  const long n = static_cast<long>(points.size());
  normals.resize(points.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (long i = 0; i < n; ++i) {
    const Real3 gradient = gradient_of(shape, points[i], 1e-3 * h);
    const real size = norm(gradient);
    normals[i] = size > 0 ? gradient / size : Real3{0, 0, 1};
  }
}

void push_points_apart(const SignedDistance& shape, const PeriodicBox& box, real level, real spacing, real h,
                       int sweeps, std::vector<Real3>& points, std::vector<Real3>& normals) {
  const long n = static_cast<long>(points.size());
  const real reach = 2.2 * spacing;
  PointCells cells(box, reach);
  std::vector<Real3> moved(points.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (sweep % 4 == 0) take_normals(shape, h, points, normals);
    cells.fill(points);
#pragma omp parallel for schedule(dynamic, 64)
    for (long i = 0; i < n; ++i) {
      Real3 push;
      cells.for_near(points[i], [&](int j) {
        const Real3 apart = box.nearest(points[i] - points[j]);
        const real r = norm(apart);
        if (r == 0 || r >= reach || !on_one_side(normals[i], normals[j])) return;
        push += (1 - r / reach) * (1 - r / reach) / r * apart;
      });
      push = push - dot(push, normals[i]) * normals[i];
      Real3 x = points[i] + 0.15 * spacing * push;
      // back to the level along the normal, which is known to within a few sweeps
      for (int round = 0; round < 2; ++round) {
        const real off = shape.distance(x) - level;
        x = x - std::clamp(off, -0.5 * h, 0.5 * h) * normals[i];
        if (std::abs(off) < 1e-3 * h) break;
      }
      moved[i] = box.wrapped(x);
    }
    points.swap(moved);
  }
#pragma omp parallel for schedule(dynamic, 64)
  for (long i = 0; i < n; ++i) {
    Real3 x = points[i];
    if (bring_to_level(shape, level, 0.5 * h, x)) points[i] = box.wrapped(x);
  }
  take_normals(shape, h, points, normals);
}

struct NearPoint {
  int number;
  real weight;  ///< of its distance: 1, or 4 beyond a thin wall
  real between; ///< distance from the middle of the triangle, um
};

/// The points that may be the nearest of some place on a triangle.
std::vector<NearPoint> candidates(const PointCells& cells, const PeriodicBox& box,
                                  const std::array<Real3, 3>& corners, const Real3& normal,
                                  const std::vector<Real3>& points, const std::vector<Real3>& normals) {
  const Real3 middle = (corners[0] + corners[1] + corners[2]) / 3.0;
  real radius = 0;
  for (const Real3& corner : corners) radius = std::max(radius, norm(corner - middle));
  std::vector<NearPoint> near;
  // weighted distance of the nearest, from anywhere on the triangle
  real most = std::numeric_limits<real>::max();
  cells.for_near(middle, [&](int p) {
    const real between = norm(box.nearest(middle - points[p])),
               weight = on_one_side(normal, normals[p]) ? 1 : 4;
    most = std::min(most, weight * (between + radius));
    near.push_back({p, weight, between});
  });
  std::erase_if(near, [&](const NearPoint& p) { return p.weight * (p.between - radius) > most; });
  return near;
}

/// The area of the parts of triangles nearest to each point, on its side.
std::vector<real> nearest_areas(const TriangleMesh& mesh, const PeriodicBox& box, real spacing,
                                const std::vector<Real3>& points, const std::vector<Real3>& normals) {
  constexpr int cuts = 4; // of each side of a triangle
  constexpr int parts = cuts * cuts;
  PointCells cells(box, 2 * spacing);
  cells.fill(points);
  const long triangles = static_cast<long>(mesh.triangles.size());
  std::vector<int> nearest(static_cast<std::size_t>(triangles) * parts, -1);
#pragma omp parallel for schedule(dynamic, 64)
  for (long t = 0; t < triangles; ++t) {
    const Vec3<int>& v = mesh.triangles[t];
    const Real3 &a = mesh.vertices[v.x], &b = mesh.vertices[v.y], &c = mesh.vertices[v.z];
    const Real3 normal = cross(b - a, c - a);
    const std::vector<NearPoint> near = candidates(cells, box, {a, b, c}, normal, points, normals);
    int part = 0;
    for (int i = 0; i < cuts; ++i)
      for (int j = 0; j < 2 * (cuts - i) - 1; ++j, ++part) {
        const real shift = j % 2 ? 2.0 / 3 : 1.0 / 3;
        const Real3 x = a + (i + shift) / cuts * (b - a) + (j / 2 + shift) / cuts * (c - a);
        real least = std::numeric_limits<real>::max();
        int& best = nearest[static_cast<std::size_t>(t) * parts + part];
        for (const NearPoint& p : near) {
          const Real3 apart = box.nearest(x - points[p.number]);
          const real r = dot(apart, apart) * p.weight * p.weight;
          if (r < least || (r == least && p.number < best)) least = r, best = p.number;
        }
      }
  }
  std::vector<real> areas(points.size(), 0);
  for (long t = 0; t < triangles; ++t) {
    const Vec3<int>& v = mesh.triangles[t];
    const Real3 &a = mesh.vertices[v.x], &b = mesh.vertices[v.y], &c = mesh.vertices[v.z];
    const real share = norm(cross(b - a, c - a)) / (2 * parts);
    for (int part = 0; part < parts; ++part)
      if (const int p = nearest[static_cast<std::size_t>(t) * parts + part]; p >= 0) areas[p] += share;
  }
  return areas;
}

} // namespace

real wall_point_offset(const Real3& n) {
  constexpr real axis = 0.2845238, edge = 0.3058009, corner = 0.3125827; // the integral
  constexpr real fourth = 2 * (axis - edge), mean = edge - fourth / 2,
                 sixth = 27 * (corner - mean - fourth / 3);
  const real x = n.x * n.x, y = n.y * n.y, z = n.z * n.z;
  return mean + fourth * (x * x + y * y + z * z) + sixth * x * y * z;
}

WallPoints wall_points(const SignedDistance& shape, const PeriodicBox& box, real h, real spacing) {
  return wall_points(sample_distance(shape, box, h), shape, h, spacing);
}

WallPoints wall_points(const SampledDistance& sampled, const SignedDistance& shape, real h,
                       real spacing_in_cells) {
  constexpr real mean_offset = 0.3017; // c(n) over a sphere
  constexpr int sweeps = 80;
  WallPoints wall;
  const real level = mean_offset * h, spacing = spacing_in_cells * h;
  const PeriodicBox& box = sampled.box;
  const TriangleMesh surface = level_surface(sampled, shape, level);
  const long n = std::lround(area_of(surface) / (spacing * spacing));
  if (n < 1) return wall;
  wall.at = spread_by_area(surface, box, n);
  push_points_apart(shape, box, level, spacing, h, sweeps, wall.at, wall.outward);
  wall.area = nearest_areas(level_surface(sampled, shape, 0), box, spacing, wall.at, wall.outward);
  wall.velocity.resize(wall.at.size());
#pragma omp parallel for schedule(dynamic, 64)
  for (long i = 0; i < n; ++i) {
    Real3 x = wall.at[i];
    if (bring_to_level(shape, wall_point_offset(wall.outward[i]) * h, 0.5 * h, x))
      wall.at[i] = box.wrapped(x);
  }
  return wall;
}

std::vector<real> nearest_distances(const WallPoints& wall, const PeriodicBox& box, real reach) {
  PointCells cells(box, reach);
  cells.fill(wall.at);
  std::vector<real> nearest(wall.size(), std::numeric_limits<real>::infinity());
  for (std::size_t i = 0; i < nearest.size(); ++i)
    cells.for_near(wall.at[i], [&](int j) {
      if (static_cast<std::size_t>(j) == i || !on_one_side(wall.outward[i], wall.outward[j])) return;
      nearest[i] = std::min(nearest[i], norm(box.nearest(wall.at[i] - wall.at[j])));
    });
  return nearest;
}

} // namespace ibsim

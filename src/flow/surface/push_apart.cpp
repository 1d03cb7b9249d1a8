// Each image X_i is moved by  c sum_j (1 - r_ij / R)^2 (X_i - X_j) / r_ij  over its neighbours within R = 2.2
// d on the same side of the body, d = sqrt(area/n), and taken back to the ellipsoid along its ray, to a
// mapped shape along its tangents. All nodes
// move at once, so the order does not matter. Neighbours are found in a table of cubic cells of side R.
#include "surface/push_apart.hpp"

#include "surface/site_symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ibsim {
namespace {

/// Points sorted by the cubic cell that they are in.
struct CellTable {
  Real3 corner;
  real side;
  Int3 n;
  std::vector<int> start, members; ///< members[start[c] .. start[c+1]-1] are in cell c

  Int3 cell(const Real3& x) const {
    const auto along = [&](int d) {
      return std::clamp(static_cast<int>((x[d] - corner[d]) / side), 0, n[d] - 1);
    };
    return {along(0), along(1), along(2)};
  }
  int number(const Int3& c) const { return c.x + n.x * (c.y + n.y * c.z); }

  void fill(const std::vector<Real3>& points) {
    start.assign(static_cast<std::size_t>(n.x) * n.y * n.z + 1, 0);
    for (const Real3& x : points) ++start[number(cell(x)) + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    std::vector<int> next(start.begin(), start.end() - 1);
    members.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      members[next[number(cell(points[i]))]++] = static_cast<int>(i);
  }
};

/// Derivatives of a mapped shape along two unit tangents of the sphere, e1 x e2 = xi.
struct Tangents {
  Real3 e1, e2, d1, d2;
};
Tangents tangents_at(const ReferenceSurface& surface, const Real3& xi) {
  const Real3 away = std::abs(xi.z) < 0.9 ? Real3{0, 0, 1} : Real3{1, 0, 0};
  const Real3 e1 = normalized(cross(away, xi)), e2 = cross(xi, e1);
  return {e1, e2, derivative(surface, xi, e1), derivative(surface, xi, e2)};
}

/// The node whose image is moved by `move`, to first order.
Real3 moved_along(const Tangents& t, const Real3& xi, const Real3& move) {
  const real a = dot(t.d1, t.d1), b = dot(t.d1, t.d2), c = dot(t.d2, t.d2), det = a * c - b * b;
  const real r1 = dot(t.d1, move), r2 = dot(t.d2, move);
  return normalized(xi + (c * r1 - b * r2) / det * t.e1 + (a * r2 - b * r1) / det * t.e2);
}

} // namespace

void push_apart(const ReferenceSurface& surface, std::vector<Real3>& nodes) {
  const Real3 a = surface.half_axes;
  const int n = static_cast<int>(nodes.size()), sweeps = surface.map ? 80 : 150;
  const real spacing = std::sqrt(area_and_volume(surface).area / n), reach = 2.2 * spacing;
  const int symmetry = site_symmetry(nodes);
  CellTable table{-a, reach, {}, {}, {}};
  for (int d = 0; d < 3; ++d) table.n[d] = static_cast<int>(2 * a[d] / reach) + 1;

  std::vector<Real3> images(n), normals(n), moved(n);
  std::vector<Tangents> tangents(surface.map ? n : 0);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
#pragma omp parallel for schedule(static) if (n > 2000 || surface.map)
    for (int i = 0; i < n; ++i) {
      const Real3 x = images[i] = position(surface, nodes[i]);
      if (surface.map) tangents[i] = tangents_at(surface, nodes[i]);
      normals[i] = surface.map ? cross(tangents[i].d1, tangents[i].d2)
                               : Real3{x.x / (a.x * a.x), x.y / (a.y * a.y), x.z / (a.z * a.z)};
    }
    table.fill(images);
#pragma omp parallel for schedule(static) if (n > 2000)
    for (int i = 0; i < n; ++i) {
      const Real3 x = images[i], up = normals[i];
      const Int3 c = table.cell(x);
      Real3 push;
      for (int cz = std::max(c.z - 1, 0); cz <= std::min(c.z + 1, table.n.z - 1); ++cz)
        for (int cy = std::max(c.y - 1, 0); cy <= std::min(c.y + 1, table.n.y - 1); ++cy)
          for (int cx = std::max(c.x - 1, 0); cx <= std::min(c.x + 1, table.n.x - 1); ++cx) {
            const int cell = table.number({cx, cy, cz});
            for (int m = table.start[cell]; m < table.start[cell + 1]; ++m) {
              const Real3 apart = x - images[table.members[m]];
              const real r = norm(apart);
              if (r == 0 || r >= reach || dot(up, normals[table.members[m]]) <= 0) continue;
              push += (1 - r / reach) * (1 - r / reach) / r * apart;
            }
          }
      if (surface.map) {
        moved[i] = moved_along(tangents[i], nodes[i], 0.15 * spacing * push);
        continue;
      }
      const Real3 y = x + 0.15 * spacing * push;
      moved[i] = normalized(Real3{y.x / a.x, y.y / a.y, y.z / a.z});
    }
    for (int i = 0; i < n; ++i) moved[i] = half_turn(i % symmetry, moved[i - i % symmetry]);
    nodes.swap(moved);
  }
}

} // namespace ibsim

// Each image X_i is moved by  c sum_j (1 - r_ij / R)^2 (X_i - X_j) / r_ij  over its neighbours within R = 2.2
// d on the same side of the body, d = sqrt(area/n), and taken back to the ellipsoid along its ray. All nodes
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

} // namespace

void push_apart(const ReferenceSurface& ellipsoid, std::vector<Real3>& nodes) {
  const Real3 a = ellipsoid.half_axes;
  const int n = static_cast<int>(nodes.size());
  const real spacing = std::sqrt(area_and_volume(ellipsoid).area / n), reach = 2.2 * spacing;
  const int symmetry = site_symmetry(nodes);
  CellTable table{-a, reach, {}, {}, {}};
  for (int d = 0; d < 3; ++d) table.n[d] = static_cast<int>(2 * a[d] / reach) + 1;

  std::vector<Real3> images(n), moved(n);
  const auto normal = [&](const Real3& x) {
    return Real3{x.x / (a.x * a.x), x.y / (a.y * a.y), x.z / (a.z * a.z)};
  };
  for (int sweep = 0; sweep < 150; ++sweep) {
    for (int i = 0; i < n; ++i) images[i] = position(ellipsoid, nodes[i]);
    table.fill(images);
#pragma omp parallel for schedule(static) if (n > 2000)
    for (int i = 0; i < n; ++i) {
      const Real3 x = images[i], up = normal(x);
      const Int3 c = table.cell(x);
      Real3 push;
      for (int cz = std::max(c.z - 1, 0); cz <= std::min(c.z + 1, table.n.z - 1); ++cz)
        for (int cy = std::max(c.y - 1, 0); cy <= std::min(c.y + 1, table.n.y - 1); ++cy)
          for (int cx = std::max(c.x - 1, 0); cx <= std::min(c.x + 1, table.n.x - 1); ++cx) {
            const int cell = table.number({cx, cy, cz});
            for (int m = table.start[cell]; m < table.start[cell + 1]; ++m) {
              const Real3 apart = x - images[table.members[m]];
              const real r = norm(apart);
              if (r == 0 || r >= reach || dot(up, normal(images[table.members[m]])) <= 0) continue;
              push += (1 - r / reach) * (1 - r / reach) / r * apart;
            }
          }
      const Real3 y = x + 0.15 * spacing * push;
      moved[i] = normalized(Real3{y.x / a.x, y.y / a.y, y.z / a.z});
    }
    for (int i = 0; i < n; ++i) moved[i] = half_turn(i % symmetry, moved[i - i % symmetry]);
    nodes.swap(moved);
  }
}

} // namespace ibsim

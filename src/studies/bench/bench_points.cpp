#include "bench/bench_points.hpp"

#include "grid/neighbours.hpp"
#include "model/object_kind.hpp"
#include "surface/sites.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <random>
#include <stdexcept>

namespace ibsim {
namespace {

constexpr int sites_a_cell = 8832; // paper, section 4.2.2
constexpr real cell_radius = 3.91; // um

/// A number in [0, 1), the same on every machine.
real uniform(std::mt19937_64& random) { return static_cast<real>(random() >> 11) * 0x1p-53; }

std::vector<real> on_cell_surfaces(Index n, const Grid& grid) {
  const ReferenceSurface cell{ReferenceShape::red_cell, {cell_radius, cell_radius, cell_radius}};
  const std::vector<Real3> nodes = quasi_uniform_nodes(cell, sites_a_cell);
  const std::vector<Placement> places = red_cell_lattice((n - 1) / sites_a_cell + 1, grid.lengths());
  std::vector<real> X(3 * static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i)
    vectors_view(X.data(), n)
        .set(i, places[i / sites_a_cell].centre + position(cell, nodes[i % sites_a_cell]));
  return X;
}

int cell_in_box(real x, real h, int n) {
  return std::clamp(static_cast<int>(std::floor(x / h - n * std::floor(x / h / n))), 0, n - 1);
}

} // namespace

std::vector<real> bench_points(PointSet set, Index n, const Grid& grid) {
  if (set == PointSet::cell_surfaces) return on_cell_surfaces(n, grid);
  std::mt19937_64 random(20210901);
  std::vector<real> X(3 * static_cast<std::size_t>(n));
  const VectorsView<real> points = vectors_view(X.data(), n);
  const Real3 box = grid.lengths();
  for (Index i = 0; i < n; ++i) {
    Real3 x{uniform(random), uniform(random), uniform(random)};
    if (set == PointSet::random)
      for (int d = 0; d < 3; ++d) x[d] *= box[d];
    else if (set == PointSet::one_grid_cell)
      for (int d = 0; d < 3; ++d) x[d] = grid.h * (grid.n[d] / 2 + 0.05 + 0.9 * x[d]);
    else {
      constexpr real radius = 2;
      const real r = radius * std::cbrt(x.x), z = 2 * x.y - 1, angle = 2 * std::numbers::pi * x.z,
                 rho = std::sqrt(1 - z * z);
      x = 0.5 * box + r * Real3{rho * std::cos(angle), rho * std::sin(angle), z};
    }
    points.set(i, x);
  }
  return X;
}

std::vector<real> sorted_by_cell(const std::vector<real>& points, const Grid& grid) {
  constexpr int block = 8;
  const auto n = static_cast<Index>(points.size() / 3);
  const VectorsView<const real> from = vectors_view(points.data(), n);
  std::vector<std::uint64_t> key(n);
  for (Index i = 0; i < n; ++i) {
    std::uint64_t blocks = 0, cells = 0;
    for (int d = 2; d >= 0; --d) {
      const int cell = cell_in_box(from[d][i], grid.h, grid.n[d]);
      blocks = blocks * (grid.n[d] / block + 1) + cell / block;
      cells = cells * block + cell % block;
    }
    key[i] = blocks * block * block * block + cells;
  }
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return key[a] < key[b]; });
  std::vector<real> sorted(points.size());
  for (Index i = 0; i < n; ++i) vectors_view(sorted.data(), n).set(i, from.at(order[i]));
  return sorted;
}

double grid_points_touched(const std::vector<real>& points, const Grid& grid, int s) {
  const auto n = static_cast<Index>(points.size() / 3);
  const VectorsView<const real> X = vectors_view(points.data(), n);
  std::vector<char> touched(grid.cells(), 0);
  for (Index i = 0; i < n; ++i)
    touched[grid.index(cell_in_box(X.x[i], grid.h, grid.n.x), cell_in_box(X.y[i], grid.h, grid.n.y),
                       cell_in_box(X.z[i], grid.h, grid.n.z))] = 1;
  for (int d = 0; d < 3; ++d) { // widened by s in one direction after the other
    const std::vector<char> before = touched;
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i) {
          if (!before[grid.index(i, j, k)]) continue;
          for (int a = 0; a < s; ++a) {
            Int3 at{i, j, k};
            at[d] = wrapped_around(at[d] + a - s / 2, grid.n[d]);
            touched[grid.index(at.x, at.y, at.z)] = 1;
          }
        }
  }
  return static_cast<double>(std::count(touched.begin(), touched.end(), 1));
}

} // namespace ibsim

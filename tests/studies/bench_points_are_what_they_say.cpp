// The points that `ibsim bench` times: in their place, in their order, and counted rightly.
#include "bench/bench_points.hpp"
#include "checks/check_scenario.hpp"
#include "model/scenario.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>

namespace ibsim {
namespace {

const Grid grid{{64, 64, 64}, 0.25};

Int3 cell_of_point(const VectorsView<const real>& X, Index i) {
  return {static_cast<int>(X.x[i] / grid.h), static_cast<int>(X.y[i] / grid.h),
          static_cast<int>(X.z[i] / grid.h)};
}

} // namespace

TEST(bench_points, sorting_keeps_the_points_and_brings_those_of_a_cell_together) {
  const Index n = 5000;
  const std::vector<real> points = bench_points(PointSet::cluster, n, grid),
                          sorted = sorted_by_cell(points, grid);
  const auto as_set = [n](const std::vector<real>& X) {
    std::vector<std::array<real, 3>> set;
    for (Index i = 0; i < n; ++i) set.push_back({X[i], X[n + i], X[2 * n + i]});
    std::sort(set.begin(), set.end());
    return set;
  };
  EXPECT_EQ(as_set(points), as_set(sorted));
  const VectorsView<const real> X = vectors_view(sorted.data(), n);
  std::map<Index, Index> last; // of each grid cell, the place of its latest point
  for (Index i = 0; i < n; ++i) {
    const Int3 c = cell_of_point(X, i);
    const Index cell = grid.index(c.x, c.y, c.z);
    if (last.count(cell)) {
      ASSERT_EQ(last[cell], i - 1) << "the points of a cell are not neighbours";
    }
    last[cell] = i;
  }
  EXPECT_GT(last.size(), 500u);
}

TEST(bench_points, of_one_grid_cell_are_in_one_grid_cell) {
  const std::vector<real> points = bench_points(PointSet::one_grid_cell, 1000, grid);
  const VectorsView<const real> X = vectors_view(points.data(), 1000);
  for (Index i = 0; i < X.n; ++i)
    for (int d = 0; d < 3; ++d) ASSERT_EQ(cell_of_point(X, i)[d], grid.n[d] / 2);
}

TEST(bench_points, touch_four_grid_points_a_direction) {
  const auto touched = [](std::vector<real> X) { return grid_points_touched(X, grid, 4); };
  EXPECT_EQ(touched({8.1, 8.1, 8.1}), 64);                   // 4^3
  EXPECT_EQ(touched({0.1, 15.9, 8.1}), 64);                  // around the box
  EXPECT_EQ(touched({8.1, 8.11, 8.1, 8.11, 8.1, 8.11}), 64); // two in one cell
  EXPECT_EQ(touched({8.1, 8.35, 8.1, 8.1, 8.1, 8.1}), 80);   // in neighbouring cells: 5 x 4 x 4
  EXPECT_EQ(touched({4.1, 12.1, 8.1, 8.1, 8.1, 8.1}), 128);  // far apart
}

TEST(bench_points, red_cells_of_the_lattice_keep_their_distance) {
  Scenario scenario;
  scenario.grid = {{64, 64, 64}, 0.5};
  scenario.time = {0.1, 1, false};
  ObjectKind cell;
  cell.name = "red cell";
  cell.closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  cell.closed().data_sites = 100, cell.closed().sample_sites = 20000;
  cell.placements = red_cell_lattice(128, scenario.grid.lengths()); // every place of a box of 32 um
  scenario.objects = {cell};
  for (const Finding& finding : check_scenario(scenario)) EXPECT_FALSE(finding.is_error) << finding.message;
  EXPECT_THROW(red_cell_lattice(129, scenario.grid.lengths()), std::invalid_argument);
}

} // namespace ibsim

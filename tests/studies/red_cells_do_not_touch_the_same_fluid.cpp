// The weak scaling of the paper's Table 5 wants cells "far enough apart as to not have any overlapping
// support points".
#include "bench/coupling_times.hpp"
#include "checks/check_scenario.hpp"
#include "grid/neighbours.hpp"
#include "model/initial_sites.hpp"
#include "model/scenario.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace ibsim {

TEST(red_cells, do_not_touch_the_same_fluid) {
  ExperimentSettings settings;
  const Scenario scenario = red_cells(settings, 8);
  for (const Finding& finding : check_scenario(scenario))
    EXPECT_FALSE(finding.is_error) << finding.key << ": " << finding.message;

  const ObjectKind& kind = scenario.objects[0];
  const std::vector<Real3> nodes = quasi_uniform_nodes(kind.closed().surface, kind.closed().sample_sites);
  std::map<Index, std::size_t> owner; // of each cell of the grid within reach of a site
  const Grid grid = scenario.grid;
  for (std::size_t c = 0; c < kind.placements.size(); ++c)
    for (const Real3& xi : nodes) {
      const Real3 x = placed(kind.closed().surface, kind.placements[c], xi);
      Int3 first, count;
      for (int d = 0; d < 3; ++d) { // faces of either staggering within two cells of the site
        first[d] = static_cast<int>(std::floor(x[d] / grid.h - 2.5)) + 1;
        count[d] = static_cast<int>(std::ceil(x[d] / grid.h + 2)) - first[d];
      }
      for (int k = 0; k < count.z; ++k)
        for (int j = 0; j < count.y; ++j)
          for (int i = 0; i < count.x; ++i) {
            const Index cell =
                grid.index(wrapped_around(first.x + i, grid.n.x), wrapped_around(first.y + j, grid.n.y),
                           wrapped_around(first.z + k, grid.n.z));
            const auto [known, is_new] = owner.emplace(cell, c);
            ASSERT_EQ(known->second, c) << "cells " << known->second << " and " << c << " share fluid";
          }
    }
  EXPECT_GT(owner.size(), 10000u);
}

TEST(scaling_trend, of_ideal_scaling_is_two) {
  EXPECT_NEAR(factor_per_doubling({64, 128, 256, 512}, {8, 4, 2, 1}), 2, 1e-12); // round-off of logarithms
  EXPECT_NEAR(factor_per_doubling({1, 2, 4}, {9, 6, 4}), 1.5, 1e-12);
  EXPECT_TRUE(std::isnan(factor_per_doubling({1}, {1})));
}

} // namespace ibsim

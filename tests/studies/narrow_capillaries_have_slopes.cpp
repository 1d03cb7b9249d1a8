// What `ibsim validate narrow_capillaries` makes of its runs, by hand, and its published data.
#include "results/table.hpp"
#include "validation/narrow_capillaries.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ibsim {
namespace {

// sum xy/sum xx = (2 + 2 * 6)/(1 + 4), and points off the line by 2/2.8 - 1 and 6/5.6 - 1.
TEST(NarrowCapillaries, have_slopes_of_least_squares) {
  const SlopeThroughOrigin slope = slope_through_origin({1, 2}, {2, 6});
  EXPECT_NEAR(slope.value, 2.8, 1e-12);
  EXPECT_NEAR(slope.scatter, std::hypot(2 / 2.8 - 1, 6 / 5.6 - 1) / std::sqrt(2.0), 1e-12);
}

// Half of the difference of the ends, 0.1, and the larger change within a run, 0.3.
TEST(NarrowCapillaries, have_the_error_of_their_starts) {
  const LaterHalf one{{1.0, 0}, {1.3, 0}}, other{{1.6, 0}, {1.5, 0}};
  const Estimate both = of_two_starts(one, other);
  EXPECT_NEAR(both.mean, 1.4, 1e-12);
  EXPECT_NEAR(both.error, 0.1 + 0.3, 1e-12);
}

// A cell is faster than the fluid on average and slower than the fluid on the axis of an empty tube, so v/G
// is R^2/(8 mu) to R^2/(4 mu). Water between 20 and 37 degrees has 1.0 and 0.69 mPa s, and plasma 1.3: the
// mobilities of the table, in um/ms per Pa/um, lie between those of 1.3 and 0.69.
TEST(NarrowCapillaries, have_data_that_a_thin_fluid_may_have) {
  const Table table = paper_table("capillary_velocity_tomaiuolo_2009");
  for (const double D : {4.7, 6.6}) {
    std::vector<double> gradient, velocity;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (table.number(row, "diameter (um)") == D) {
        gradient.push_back(table.number(row, "pressure gradient (Pa/um)"));
        velocity.push_back(table.number(row, "velocity (mm/s)"));
      }
    ASSERT_GE(gradient.size(), 20u);
    const double mobility = slope_through_origin(gradient, velocity).value, R = D / 2;
    EXPECT_GT(mobility, R * R / (8 * 1.3));
    EXPECT_LT(mobility, R * R / (4 * 0.69));
  }
}

} // namespace
} // namespace ibsim

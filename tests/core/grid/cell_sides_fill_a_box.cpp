// Sides that are proposed for cells divide all sides of the box, into numbers that transforms are fast for.
#include "grid/cell_sides.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

bool fills(const Real3& box, real side) {
  for (int d = 0; d < 3; ++d) {
    const real n = box[d] / side;
    if (std::abs(n - std::round(n)) > 1e-9 * n || !has_small_factors(std::lround(n))) return false;
  }
  return true;
}

// 1 to 30 without 7, 11, 13, 14, 17, 19, 21, 22, 23, 26, 28 and 29.
TEST(CellSides, know_numbers_with_small_factors) {
  int found = 0;
  for (long n = 1; n <= 30; ++n) found += has_small_factors(n);
  EXPECT_EQ(found, 18);
  EXPECT_FALSE(has_small_factors(53));
  EXPECT_FALSE(has_small_factors(0));
}

// 16/53 um is nearest to 0.3 um, but 53 is prime; 12/19 um to 5/8 um.
TEST(CellSides, that_are_proposed_make_fast_grids) {
  EXPECT_EQ(nearest_cell_side({16, 16, 16}, 0.3)->text, "8/27 um");
  EXPECT_EQ(nearest_cell_side({12, 12, 12}, 0.625)->text, "0.6 um");
  for (const Real3& box : {Real3{16, 16, 16}, Real3{20, 15, 60}, Real3{12.5, 10, 7.5}})
    for (const real h : {0.13, 0.3, 0.427, 0.64, 1.1}) {
      EXPECT_TRUE(fills(box, nearest_cell_side(box, h)->length)) << h;
      const CellSide below = *cell_side_up_to(box, h);
      EXPECT_TRUE(fills(box, below.length)) << h;
      EXPECT_LE(below.length, h * (1 + 1e-9));
      EXPECT_GE(below.length, 0.7 * h); // numbers with small factors are not that far apart
    }
}

TEST(CellSides, are_none_where_sides_share_no_part) {
  EXPECT_FALSE(nearest_cell_side({16, 16.0000123, 9.7654321}, 0.3));
  EXPECT_EQ(text_of_cell_up_to({16, 16.0000123, 9.7654321}, 0.3), "0.3 um");
}

} // namespace
} // namespace ibsim

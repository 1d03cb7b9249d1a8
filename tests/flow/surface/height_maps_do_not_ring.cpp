// A map of heights is followed where it is smooth, and does not ring where it is steep.
#include "surface/height_map.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

struct Range {
  real low = 1e300, high = -1e300;
};
/// Of the surface, at 16 points between two heights in each direction.
Range range_of(const HeightMap& map) {
  Range range;
  for (int i = 0; i < 16 * map.along_x; ++i)
    for (int k = 0; k < 16 * map.along_z; ++k) {
      const real y = spline_at(map, i / 16.0, k / 16.0).y;
      range = {std::min(range.low, y), std::max(range.high, y)};
    }
  return range;
}

// A square post of 12 um on a floor of 0: the interpolating spline reaches 15.4 um at its corners and -1.02
// um about it.
TEST(HeightMaps, keep_a_post_as_high_as_it_is) {
  constexpr int n = 24;
  std::vector<real> heights(n * n, 0);
  for (int i = 8; i < 16; ++i)
    for (int k = 8; k < 16; ++k) heights[static_cast<std::size_t>(i * n + k)] = 12;
  const HeightMap map = make_height_map(n, n, heights);
  const Range range = range_of(map);
  EXPECT_LE(range.high, 12 * 1.05 + 1e-12); // the promise of height_map.hpp
  EXPECT_GE(range.low, -12 * 0.05 - 1e-12);
  EXPECT_GE(map.lowest, -12 * 0.05 - 1e-12);
  EXPECT_LE(map.highest, 12 * 1.05 + 1e-12);
  // in the middle, four heights away from each side, all that is left of the step is 5 % times the weights
  EXPECT_NEAR(spline_at(map, 12, 12).y, 12, 0.02 * 12);
  EXPECT_NEAR(spline_at(map, 1, 1).y, 0, 0.02 * 12);
  EXPECT_NEAR(spline_at(map, 12, 8).y, 6, 0.1 * 12); // the side stays where it was
  EXPECT_GT(map.rounded, 0);
}

// Bumps of 12 heights a period: the spline goes through all of them. Between them a cubic spline errs by
// (2 pi/12)^4/384 of the amplitude 1; both directions and a margin make a factor of 5.
TEST(HeightMaps, are_followed_where_they_are_smooth) {
  constexpr int n = 24;
  const auto bumps = [](real x, real z) {
    const real w = 2 * std::numbers::pi / 12;
    return (std::cos(w * x) + std::cos(w * z)) / 2;
  };
  std::vector<real> heights;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) heights.push_back(bumps(i + 0.5, k + 0.5));
  const HeightMap map = make_height_map(n, n, heights);
  EXPECT_EQ(map.rounded, 0);
  const real error = 5 * std::pow(2 * std::numbers::pi / 12, 4) / 384;
  for (int i = 0; i < 4 * n; ++i)
    for (int k = 0; k < 4 * n; ++k) {
      const real x = i / 4.0, z = k / 4.0;
      EXPECT_NEAR(spline_at(map, x, z).y, bumps(x, z), error);
    }
  for (int i = 0; i < n; ++i) // sums of 16 numbers of size 1
    EXPECT_NEAR(spline_at(map, i + 0.5, 0.5).y, heights[static_cast<std::size_t>(i * n)], 1e-13);
}

} // namespace
} // namespace ibsim

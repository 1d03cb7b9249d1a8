// The fluid's region: volume, parts that are not connected, throats.
#include "geometry/devices.hpp"
#include "geometry/fluid_region.hpp"
#include "geometry/primitives.hpp"
#include "geometry/triangle_mesh.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi, h = 0.5;
const PeriodicBox periodic{{16, 16, 20}};

FluidRegion region_of(const ImplicitShape& shape) {
  return look_at_fluid(sample_distance(*shape, periodic, h), *shape);
}

// Cells that the wall cuts count in part, which is of second order: (h/R)^2/12 of a tube's volume.
TEST(FluidRegion, of_a_tube) {
  const ImplicitShape shape = repeated(cylinder_shape(2, {8, 8, 0}, 5), periodic);
  const SampledDistance sampled = sample_distance(*shape, periodic, h);
  const FluidRegion tube = look_at_fluid(sampled, *shape);
  EXPECT_NEAR(tube.volume, pi * 25 * 20, 0.002 * tube.volume);
  EXPECT_TRUE(tube.has_wall);
  const real wall = 2 * pi * 5 * 20;
  EXPECT_NEAR(area_of(level_surface(sampled, *shape, 0)), wall, 0.002 * wall);
  ASSERT_EQ(tube.parts.size(), 1u);
  EXPECT_TRUE(tube.parts[0].goes_through[2]);
  EXPECT_FALSE(tube.parts[0].goes_through[0] || tube.parts[0].goes_through[1]);
  ASSERT_TRUE(tube.narrowest);
  EXPECT_NEAR(tube.narrowest->radius, 5, h / 2); // "to half a cell"
}

TEST(FluidRegion, of_a_box_without_walls) { EXPECT_FALSE(region_of(sphere_shape({8, 8, 10}, 100)).has_wall); }

TEST(FluidRegion, finds_the_throat_of_a_constriction) {
  for (const real throat : {1.0, 2.0, 3.5})
    for (const real z : {3.0, 10.1, 19.7}) { // also across the end of the box
      const FluidRegion region = region_of(constriction_shape({2, {7.3, 8.2, z}, 5, throat, 1, 5}, periodic));
      ASSERT_TRUE(region.narrowest);
      EXPECT_NEAR(region.narrowest->radius, throat, h / 2);
      const Real3 apart = periodic.nearest(region.narrowest->place - Real3{7.3, 8.2, z});
      EXPECT_LT(std::hypot(apart.x, apart.y), h);
      // in the straight part of one micrometre, or a little beside it
      EXPECT_LT(std::abs(apart.z), 0.5 + 3 * h);
    }
}

TEST(FluidRegion, finds_the_neck_between_two_chambers) {
  const FluidRegion region =
      region_of(union_of({sphere_shape({4.1, 8, 10}, 3.5), sphere_shape({11.8, 8, 10}, 3),
                          tube_shape({{4.1, 8, 10}, {11.8, 8, 10}}, {1.2, 1.2})}));
  ASSERT_EQ(region.parts.size(), 1u);
  EXPECT_FALSE(region.parts[0].goes_through[0]);
  ASSERT_TRUE(region.narrowest);
  EXPECT_NEAR(region.narrowest->radius, 1.2, h / 2);
}

TEST(FluidRegion, has_parts_that_are_not_connected) {
  const FluidRegion region = region_of(
      repeated(union_of({cylinder_shape(2, {5, 8, 0}, 3.5), sphere_shape({12.5, 8, 10}, 2)}), periodic));
  ASSERT_EQ(region.parts.size(), 2u);
  EXPECT_NEAR(region.parts[0].volume, pi * 3.5 * 3.5 * 20, 0.03 * region.parts[0].volume); // whole cells
  EXPECT_LT(norm(region.parts[1].deepest - Real3{12.5, 8, 10}), h);
  EXPECT_TRUE(region.parts[0].goes_through[2]);
  EXPECT_FALSE(region.parts[1].goes_through[2]);
}

// Gaps between pillars are throats; a box without walls has none.
TEST(FluidRegion, of_pillars_has_gaps_as_throats) {
  const ImplicitShape pillars = complement_of(pillars_shape({1, 2, {1, 0, 2}, 1.2, 1.6, 0}, periodic));
  const FluidRegion region = look_at_fluid(sample_distance(*pillars, periodic, 0.2), *pillars);
  ASSERT_TRUE(region.narrowest);
  EXPECT_NEAR(region.narrowest->radius, 0.8, 0.1);
  for (int d = 0; d < 3; ++d) EXPECT_TRUE(region.parts[0].goes_through[d]);
}

} // namespace
} // namespace ibsim

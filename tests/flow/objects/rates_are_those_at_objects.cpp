// The shear rate that objects meet is that of the undisturbed flow around their places, not that at the wall.
#include "checks/advice.hpp"
#include "flow_files/read_text.hpp"
#include "model/scenario.hpp"
#include "objects/dimensionless.hpp"
#include "objects/rate_at_objects.hpp"
#include "objects/structure_properties.hpp"
#include "surface/resolved_space.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

constexpr real red_cell = 3.91; ///< radius, um

/// Deformability cytometry: 0.04 ul/s through 20 um x 20 um are 6 Q/(L H^2) = 30000 1/s at the wall.
Scenario cytometry(const std::string& objects) {
  return read("domain: {size: [20 um, 20 um, 60 um], cell: 1/2 um}\nflow: {ends_in_y: walls, flow_rate: 0.04 "
              "ul/s}\nfluid: {viscosity: 15 mPa s}\ntime: {step: auto, end: 10 ms}\nobjects:\n  - {shape: "
              "red cell, " +
              objects + "}\n");
}

/// Root mean square of a rate over the ball of radius R about a place, by cubes of R/30: to 1 %.
template <class F>
real mean_over_ball(const Real3& centre, real R, F rate) {
  constexpr int n = 30;
  real sum = 0;
  int points = 0;
  for (int i = -n; i < n; ++i)
    for (int j = -n; j < n; ++j)
      for (int k = -n; k < n; ++k) {
        const Real3 x = R / n * Real3{i + 0.5, j + 0.5, k + 0.5};
        if (dot(x, x) > R * R) continue;
        const real at = rate(centre + x);
        sum += at * at, ++points;
      }
  return std::sqrt(sum / points);
}

TEST(RateAtObjects, between_walls_is_the_mean_over_their_room) {
  for (const real y : {10.0, 7.0}) {
    const Scenario s = cytometry("at: [10 um, " + std::to_string(y) + " um, 10 um]");
    const real found =
        mean_over_ball({10, y, 10}, red_cell, [](const Real3& x) { return 0.03 * std::abs(x.y - 10) / 10; });
    EXPECT_NEAR(rate_at_objects(s), found, 0.01 * found) << y;
    EXPECT_NEAR(dimensionless_numbers(s, s.objects[0]).capillary, 15 * found * red_cell / 4.46e-3,
                0.01 * 15 * found * red_cell / 4.46e-3);
  }
}

TEST(RateAtObjects, in_a_tube_is_the_mean_over_their_room) {
  const Scenario s = read(
      "domain: {size: [20 um, 20 um, 20 um], cell: 1/2 um}\nflow: {pressure_gradient: 100 "
      "kPa/m}\ntime: {step: auto, end: 1 ms}\nobjects:\n  - {shape: tube, radius: 8.5 um, at: [10 um, 10 "
      "um, 10 um]}\n  - {shape: red cell, at: [10 um, 11 um, 10 um]}\n");
  // G r/(2 mu) of a fluid of 1 mPa s: 100 kPa/m = 1e-4 pg/(um^2 us^2)
  const real found = mean_over_ball({10, 11, 10}, red_cell,
                                    [](const Real3& x) { return 1e-4 * std::hypot(x.x - 10, x.y - 10) / 2; });
  EXPECT_NEAR(rate_at_objects(s), found, 0.01 * found);
}

// The cell on the axis keeps more degrees than one at the wall's rate would, and nothing is said of bursting.
TEST(RateAtObjects, of_cytometry_raises_no_alarm) {
  const Scenario s = cytometry("at: [10 um, 10 um, 10 um]");
  for (const Finding& finding : advice(s))
    EXPECT_EQ(finding.message.find("capillary number"), std::string::npos) << finding.message;
  Scenario at_the_wall = s;
  at_the_wall.objects.push_back(s.objects[0]); // others make it wander
  at_the_wall.objects[1].placements[0].centre = {10, 5, 30};
  EXPECT_DOUBLE_EQ(rate_at_objects(at_the_wall), 0.03);
  EXPECT_GT(resolved_degree(s.objects[0], s).degree, resolved_degree(s.objects[0], at_the_wall).degree);
}

TEST(RateAtObjects, is_that_at_the_wall_where_objects_are_wide_or_the_flow_is_sheared) {
  EXPECT_DOUBLE_EQ(
      rate_at_objects(read("domain: {size: [10 um, 10 um, 20 um], cell: 1/2 um}\nflow: {ends_in_y: "
                           "walls, mean_velocity: 1 mm/s}\ntime: {step: auto, end: 1 ms}\nobjects:\n"
                           "  - {shape: red cell, at: [5 um, 5 um, 10 um]}\n")),
      6e-3 / 10);
  EXPECT_DOUBLE_EQ(
      rate_at_objects(read("domain: {size: [20 um, 20 um, 20 um], cell: 1/2 um}\nflow: {ends_in_y: "
                           "walls, shear_rate: 100 1/s}\ntime: {step: auto, end: 1 ms}\nobjects:\n"
                           "  - {shape: red cell, at: [10 um, 10 um, 10 um]}\n")),
      1e-4);
}

} // namespace
} // namespace ibsim

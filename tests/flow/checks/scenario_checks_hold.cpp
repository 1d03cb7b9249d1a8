// Geometry and step limits against what is known: closed forms, and the paper's runs.
#include "checks/check_scenario.hpp"
#include "limits/stability.hpp"
#include "model/placed_bodies.hpp"
#include "model/scenario.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace ibsim {
namespace {

const Skalak paper{2.5e-3, 0.25};
const FluidProperties water{1, 1};

/// With sites moved as the paper does, of which the numbers below are.
real limit(const Skalak& law, const FluidProperties& fluid, real h) {
  return elastic_step_limit(law, fluid, h, SiteMotion::forward_euler);
}

TEST(ElasticStepLimit, lets_the_papers_runs_pass_and_refuses_what_grew) {
  const struct {
    real h, paper, clean, grew;
  } rows[] = {// the paper's steps, section 4.2.1; runs of this code, stability.hpp
              {1, 1.6, 5.5, 7},
              {0.5, 0.4, 2.0, 2.6},
              {0.25, 0.1, 0.72, 0.9},
              {0.125, 0.025, 0.025, 0.35}};
  for (const auto& row : rows) {
    EXPECT_GT(limit(paper, water, row.h), row.paper) << row.h;
    EXPECT_GT(limit(paper, water, row.h), row.clean) << row.h;
    EXPECT_LT(limit(paper, water, row.h), row.grew) << row.h;
  }
}

TEST(ElasticStepLimit, is_a_time_of_inertia_against_elasticity) {
  // k ~ sqrt(rho h^3/M), so four times the density doubles it, and so does a quarter of the modulus: exact in
  // binary
  const real k = limit(paper, water, 0.25);
  EXPECT_EQ(limit(paper, {4, 1}, 0.25), 2 * k);
  EXPECT_EQ(limit(Skalak{paper.shear_modulus / 4, paper.area_modulus / 4}, water, 0.25), 2 * k);
  EXPECT_EQ(limit(paper, water, 1), 8 * k);
  EXPECT_EQ(limit(Skalak{0, 0}, water, 1), std::numeric_limits<real>::infinity());
}

TEST(AdvectiveStepLimit, is_half_a_cell_a_step) {
  Scenario s;
  s.grid = {{32, 16, 8}, 0.5};
  EXPECT_EQ(advective_step_limit(s), std::numeric_limits<real>::infinity());
  s.drive.shear_rate.mean = -0.01; // |u| is largest at the boundary: 0.01 * 4 um
  EXPECT_DOUBLE_EQ(advective_step_limit(s), 0.5 / (2 * 0.04));
}

TEST(Contains, agrees_with_the_surface_of_each_shape) {
  const real a = 0.3, b = 0.7; // any rotation: by a about z, then by b about x
  Placement placement;
  placement.centre = {1, 2, 3};
  placement.stretch = {1.2, 0.7, 1.1};
  placement.rotation[0] = {std::cos(a), -std::sin(a), 0};
  placement.rotation[1] = {std::cos(b) * std::sin(a), std::cos(b) * std::cos(a), -std::sin(b)};
  placement.rotation[2] = {std::sin(b) * std::sin(a), std::sin(b) * std::cos(a), std::cos(b)};
  for (const ReferenceSurface& surface : {ReferenceSurface{ReferenceShape::sphere, {2, 2, 2}},
                                          ReferenceSurface{ReferenceShape::ellipsoid, {1, 2, 3}},
                                          ReferenceSurface{ReferenceShape::red_cell, {3.91, 3.91, 3.91}}})
    for (const Real3& xi : bauer_spiral(200))
      for (const real inward :
           {0.999,
            // all three surfaces are cut once by a line parallel to z through a point of the upper half
            1.001}) {
        Real3 x = position(surface, xi);
        x.z *= inward;
        if (std::abs(x.z) < 0.05) continue; // too near the rim to tell by z
        for (int d = 0; d < 3; ++d) x[d] *= placement.stretch[d];
        Real3 p = placement.centre;
        for (int d = 0; d < 3; ++d) p[d] += dot(placement.rotation[d], x);
        EXPECT_EQ(contains(surface, placement, p), inward < 1);
      }
}

TEST(CheckScenario, finds_cells_that_cross_and_lets_a_close_stack_be) {
  Scenario s;
  s.grid = {{64, 64, 64}, 0.25};
  s.time.step = 0.1, s.time.end = 1;
  ObjectKind kind;
  kind.name = "red cell", kind.closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}},
  kind.closed().law = paper, kind.closed().data_sites = 864, kind.closed().sample_sites = 8832;
  // Thickest where p(r) sqrt(1 - r^2) is largest, at r^2 = 0.5: 2 * 3.91 * 0.329 = 2.57 um
  const auto stack = [&](real gap) {
    kind.placements.assign(2, Placement{});
    kind.placements[0].centre = {8, 8, 6}, kind.placements[1].centre = {8, 8, 6 + gap};
    s.objects = {kind};
    return check_scenario(s);
  };
  EXPECT_TRUE(stack(2.6).empty());
  ASSERT_EQ(stack(2.4).size(), 1u);
  EXPECT_EQ(stack(2.4)[0].key, "objects.0.placements.1");
  EXPECT_TRUE(stack(2.4)[0].is_error);
  // Around the box: 14 um up is 2 um down
  EXPECT_EQ(stack(9.9).size(), 0u);
  kind.placements.assign(2, Placement{});
  kind.placements[0].centre = {8, 8, 1}, kind.placements[1].centre = {8, 8, 15};
  s.objects = {kind};
  EXPECT_EQ(check_scenario(s).size(), 1u);
}

} // namespace
} // namespace ibsim

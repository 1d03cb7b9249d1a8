// Warnings: silent for the paper's set-up, each raised by the one thing that it is about; and the numbers in
// closed form.
#include "checks/advice.hpp"
#include "limits/stability.hpp"
#include "model/scenario.hpp"
#include "objects/dimensionless.hpp"
#include "objects/suitable_sites.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// The paper's red cell (section 4.2.2).
Scenario papers_cell() {
  Scenario s;
  s.grid = {{64, 64, 64}, 0.25};
  s.drive.shear_rate.mean = 1e-3;
  s.initial_flow = InitialFlow::shear;
  s.time.step = 0.1, s.time.end = 1000;
  take_papers_method(s);
  ObjectKind kind;
  kind.name = "red cell", kind.closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}},
  kind.closed().law = Skalak{2.5e-3, 0.25};
  kind.closed().data_sites = 864, kind.closed().sample_sites = 8832;
  kind.placements.resize(1);
  kind.placements[0].centre = {8, 8, 8};
  s.objects = {kind};
  return s;
}

/// True if there is one warning, and it is about this.
testing::AssertionResult warns(const Scenario& s, const std::string& of) {
  const std::vector<Finding> findings = advice(s);
  std::string all;
  for (const Finding& f : findings) all += f.key + ": " + f.message + "\n";
  if (findings.size() == 1 && !findings[0].is_error && findings[0].message.find(of) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected one warning about " << of << ", found\n" << all;
}

} // namespace

TEST(Advice, has_nothing_to_say_about_the_papers_cell) { EXPECT_TRUE(advice(papers_cell()).empty()); }

TEST(Advice, knows_the_numbers_of_the_papers_cell) {
  const Scenario s = papers_cell();
  const DimensionlessNumbers n = dimensionless_numbers(s, s.objects[0]);
  // by hand, in SI: rho = 1e3 kg/m^3, mu = 1e-3 Pa s, gamma = 1e3 1/s, R = 3.91e-6 m, E = 2.5e-6 N/m
  EXPECT_NEAR(n.reynolds, 1e3 * 1e3 * 3.91e-6 * 3.91e-6 / 1e-3, 1e-12);
  EXPECT_NEAR(n.capillary, 1e-3 * 1e3 * 3.91e-6 / 2.5e-6, 1e-12);
  EXPECT_NEAR(n.sample_spacing, 0.5, 0.03); // the paper: "approximately h/2 apart"
  EXPECT_NEAR(n.data_spacing, 1.6, 0.1);    // and 1.6 h
}

TEST(Advice, says_how_many_sample_sites_contact_asks_for) {
  Scenario s = papers_cell();
  s.contact.pressure = 1, s.contact.range = 0.5;
  s.objects[0].closed().sample_sites = 2000;
  // at most 1/2.5 of the range apart: 6.25 A/range^2 sites of 134 um^2
  const std::string said = advice(s).at(0).message;
  const int enough = std::stoi(said.substr(said.find("each other; ") + 12));
  EXPECT_NEAR(enough, 6.25 * 134 / 0.25, 15) << said;
  s.objects[0].closed().sample_sites = enough;
  EXPECT_TRUE(advice(s).empty());
}

TEST(Advice, warns_of_tensions_that_cannot_be_relaxed) {
  Scenario s = papers_cell();
  s.membrane = MembraneForm::resolved, s.scheme = TimeScheme::bdf2, s.tension = Tension::relaxed;
  EXPECT_TRUE(advice(s).empty());
  s.objects[0].closed().global_area_modulus = 1;
  EXPECT_TRUE(warns(s, "it has a global_area_modulus"));
}

// On cells of 1/4 um degree 20, waves of four cells, for which 21^2 x 1.95 sites do.
TEST(Advice, warns_of_data_sites_that_do_not_fit_the_resolved_degree) {
  Scenario s = papers_cell();
  s.membrane = MembraneForm::resolved;
  EXPECT_TRUE(advice(s).empty());
  s.objects[0].closed().data_sites = 400;
  EXPECT_TRUE(warns(s, "to degree 13, the grid to degree 20; 860 data sites"));
  s.objects[0].closed().data_sites = 2000;
  EXPECT_TRUE(warns(s, "to degree 20, for which 860 data sites suffice"));
  s.membrane = MembraneForm::paper;
  EXPECT_TRUE(advice(s).empty());
}

TEST(Advice, warns_of_a_drive_that_steps_do_not_follow) {
  Scenario s;
  s.grid = {{16, 16, 16}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.time.step = 0.1, s.time.end = 100;
  s.drive.lower_z = {.amplitude = 1e-3, .period = 2.5};
  EXPECT_TRUE(advice(s).empty());
  s.drive.lower_z.period = 1.5;
  EXPECT_TRUE(warns(s, "15 time steps"));
  s.drive.lower_z = {};
  s.drive.pressure_gradient.times = {0, 1, 1.1}, s.drive.pressure_gradient.values = {0, 1e-6, 0};
  EXPECT_TRUE(advice(s).empty());
  s.drive.pressure_gradient.times[2] = 1.01;
  EXPECT_TRUE(warns(s, "rows of the table"));
}

// Empty tubes of 5 um with h = 1/2 um, 1.2 Pa at their walls, to a strain of 400: with 0.2 pg/(um us)^2 the
// radius that the fluid meets fell by 2 %, with 0.3 it stood (docs/walls.md).
TEST(Advice, warns_of_tubes_whose_springs_are_too_soft_for_a_long_run) {
  Scenario s;
  s.grid = {{26, 26, 8}, 0.5};
  s.fluid.viscosity = 1.2;
  s.drive.pressure_gradient.mean = 4.8e-4;
  s.time.automatic = true, s.time.end = 400e3;
  ObjectKind kind;
  kind.name = "tube", kind.structure = Tube{.radius = 5};
  kind.placements.resize(1);
  kind.placements[0].centre = {6.5, 6.5, 2};
  kind.tethers = {{0.3, {}}};
  s.objects = {kind};
  EXPECT_TRUE(advice(s).empty());
  s.objects[0].tethers[0].stiffness = 0.2;
  EXPECT_TRUE(warns(s, "soft springs"));
  s.time.end = 150e3;
  EXPECT_TRUE(advice(s).empty());
}

TEST(Advice, warns_of_a_step_just_below_its_limit_only) {
  Scenario s = papers_cell();
  const real limit = elastic_step_limit(s.objects[0].closed().law, s.fluid, s.grid.h, s.motion);
  s.time.step = 0.9 * limit;
  EXPECT_TRUE(warns(s, "90 % of the limit"));
  s.time.step = 0.7 * limit;
  EXPECT_TRUE(advice(s).empty());
}

TEST(Advice, warns_of_numbers_of_no_real_cell) {
  Scenario s = papers_cell();
  // 1e5 1/s: Re = 1.5, Ca = 156, and a step beyond the advective limit, of which check_scenario speaks
  s.drive.shear_rate.mean = 0.1;
  const std::vector<Finding> findings = advice(s);
  ASSERT_EQ(findings.size(), 5u);
  EXPECT_NE(findings[0].message.find("Reynolds number"), std::string::npos);
  EXPECT_NE(findings[1].message.find("capillary number"), std::string::npos);
  // gamma k/6 per gamma t, over gamma t = 100; and 1e5 1/s (16 um)^2
  EXPECT_NE(findings[2].message.find("a strain of 100"), std::string::npos); // in the paper's form
  EXPECT_NE(findings[3].message.find("the volume of an object that turns with the flow grows"),
            std::string::npos);
  EXPECT_NE(findings[4].message.find("the Reynolds number of the box is 25.6"), std::string::npos);
  s.motion = SiteMotion::midpoint;
  EXPECT_EQ(advice(s).size(), 4u);
}

TEST(Advice, warns_of_images_nearer_than_a_diameter) {
  Scenario s = papers_cell();
  s.grid.n = {64, 64, 56}; // 14 um: flat across z the cell is 2.6 um thick there
  s.objects[0].placements[0].centre.z = 7;
  EXPECT_TRUE(advice(s).empty());
  s.grid.n = {56, 64, 64}; // 14 um less 7.82 um
  s.objects[0].placements[0].centre = {7, 8, 8};
  EXPECT_TRUE(warns(s, "periodic images"));
}

TEST(Advice, warns_of_a_cell_through_the_jump_of_the_shear) {
  Scenario s = papers_cell();
  s.objects[0].placements[0].centre.y = 2;
  EXPECT_TRUE(warns(s, "shear jumps"));
  s.drive.shear_rate.mean = 0;
  s.initial_flow = InitialFlow::rest;
  EXPECT_TRUE(advice(s).empty());
}

TEST(Advice, warns_of_neighbours_within_two_cells) {
  Scenario s = papers_cell();
  const real thickness = 2.573; // 2 R0 p(r) sqrt(1 - r^2) at its largest, r^2 = 0.5
  s.objects[0].placements.resize(2);
  for (const real gap : {0.45, 0.55}) { // two cells are 0.5 um
    s.objects[0].placements[1].centre = {8, 8, 8 + thickness + gap};
    if (gap < 0.5)
      EXPECT_TRUE(warns(s, "2 h"));
    else
      EXPECT_TRUE(advice(s).empty()) << gap;
  }
}

TEST(Advice, warns_of_sites_finer_than_the_grid_can_tell) {
  Scenario s = papers_cell();
  s.objects[0].closed().sample_sites = 40000;
  EXPECT_TRUE(warns(s, "sample sites"));
  // a bead of two cells, thinner than the kernel, has the fewest that there are: no fewer would do
  const std::string too_thin = "its inside is not resolved";
  s.objects[0].closed().surface = {ReferenceShape::sphere, {0.25, 0.25, 0.25}};
  const SiteCounts suitable = suitable_sites(s.objects[0].closed().surface, s.grid.h);
  s.objects[0].closed().data_sites = suitable.data, s.objects[0].closed().sample_sites = suitable.sample;
  EXPECT_LT(dimensionless_numbers(s, s.objects[0]).sample_spacing, 0.25);
  EXPECT_TRUE(warns(s, too_thin));
  s.objects[0].closed().sample_sites += 4;
  EXPECT_EQ(advice(s).size(), 2u);
}

} // namespace ibsim

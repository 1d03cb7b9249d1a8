// Warnings before hours are spent: each raised by the one thing that it is about, and silenced by the remedy
// that it names.
#include "checks/advice.hpp"
#include "checks/crowding.hpp"
#include "checks/resolution_advice.hpp"
#include "flow_files/read_scenario.hpp"
#include "limits/stability.hpp"
#include "model/scenario.hpp"
#include "objects/suitable_sites.hpp"
#include "surface/least_width.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

/// A sphere of radius 4 um in shear between walls, on cells of 1/2 um.
Scenario sphere_in_shear() {
  Scenario s;
  s.grid = {{48, 48, 48}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.initial_flow = InitialFlow::developed;
  s.drive.shear_rate.mean = 1e-4;
  s.time.step = 0.1, s.time.end = 1000;
  ObjectKind kind;
  kind.name = "ball", kind.closed().surface = {ReferenceShape::sphere, {4, 4, 4}};
  kind.closed().law = Skalak{5e-3, 0.25};
  const SiteCounts sites = suitable_sites(kind.closed().surface, s.grid.h);
  kind.closed().data_sites = sites.data, kind.closed().sample_sites = sites.sample;
  kind.placements.resize(1);
  kind.placements[0].centre = {12, 12, 12};
  s.objects = {kind};
  return s;
}

std::string findings_of(const Scenario& s) {
  std::vector<Finding> findings;
  look_at_resolution(s, s.time, findings);
  std::string all;
  for (const Finding& f : findings) all += f.key + ": " + f.message + "\n";
  return all;
}

/// A healthy red cell in 30 mPa s, as in config/ektacytometer.yaml.
std::string said_of_cell(const std::string& cell, const std::string& rate) {
  std::vector<std::string> warnings;
  return findings_of(
      read_scenario_text("domain: {size: [16 um, 16 um, 16 um], cell: " + cell +
                             "}\nflow: {ends_in_y: walls, shear_rate: " + rate +
                             "}\nfluid: {viscosity: 30 mPa s}\ntime: {step: auto, strain: 40}\n"
                             "objects: [{shape: red cell, preset: healthy, at: [8 um, 8 um, 8 um]}]\n",
                         "s.yaml", {}, warnings));
}

} // namespace

// Ten runs to a strain of 40 (docs/notes/remedies.md, drawn out): both that folded with degree 7 are warned
// of, those with 8 and more are not, and the cell that is named is one of them.
TEST(AdviceOnResolution, knows_the_grid_on_which_a_stretched_cell_folds) {
  const std::string folds = said_of_cell("16/25 um", "500 1/s");
  EXPECT_NE(folds.find("forces to degree 7"), std::string::npos) << folds;
  EXPECT_NE(folds.find("domain.cell of 16/27 um carries that"), std::string::npos) << folds;
  EXPECT_NE(said_of_cell("4/7 um", "1000 1/s").find("forces to degree 7"), std::string::npos);
  for (const auto& [cell, rate] : {std::pair{"16/27 um", "500 1/s"},
                                   {"4/7 um", "500 1/s"},
                                   {"1/2 um", "500 1/s"},
                                   {"1/2 um", "1000 1/s"},
                                   {"16/25 um", "300 1/s"},
                                   {"1/2 um", "100 1/s"}})
    EXPECT_EQ(said_of_cell(cell, rate), "") << cell << rate;
}

TEST(AdviceOnResolution, has_nothing_to_say_of_a_resolved_capsule) {
  EXPECT_EQ(findings_of(sphere_in_shear()), "");
}

// The red cell of Evans and Fung is thickest where its radius is R0/sqrt(2): 2 z = 2 R0 p sqrt(1/2) with p =
// 0.105 +
// 1/2 - 0.56/4, 2.571 um; the largest is a little beside.
TEST(AdviceOnResolution, knows_how_thick_a_body_is) {
  EXPECT_NEAR(least_width({ReferenceShape::red_cell, {3.91, 3.91, 3.91}}), 2.571, 0.005);
  EXPECT_NEAR(least_width({ReferenceShape::ellipsoid, {3, 2, 1}}), 2, 1e-12);
  EXPECT_NEAR(width_at_edges({ReferenceShape::ellipsoid, {3, 2, 1}}), 2.0 / 3, 1e-12); // 2 c^2/a
  EXPECT_NEAR(width_at_edges({ReferenceShape::sphere, {2, 2, 2}}), 4, 1e-12);
}

// Forces of degree L on a platelet, whose coefficients fall by exp(-artanh(0.5/1.55)), take (2 L + 17.9)^2
// sample sites: with L = 5, 7 and 9 of cells of 1/3, 1/4 and 1/5 um 779, 1019 and 1291. (With the 400 and 592
// of 0.7 cells pressed platelets got energy from their own forces and folded; docs/notes/membranes.md.) A
// ball's cells ask for more than its shape.
TEST(AdviceOnResolution, gives_thin_bodies_the_sample_sites_of_their_edges) {
  const ReferenceSurface platelet{ReferenceShape::ellipsoid, {1.55, 1.55, 0.5}};
  EXPECT_EQ(suitable_sites(platelet, 1.0 / 3).sample, 784);
  EXPECT_EQ(suitable_sites(platelet, 0.25).sample, 1024);
  EXPECT_EQ(suitable_sites(platelet, 0.2).sample, 1296);
  const auto of_ball = [](ReferenceShape shape) { return suitable_sites({shape, {2, 2, 2}}, 0.25).sample; };
  EXPECT_EQ(of_ball(ReferenceShape::ellipsoid), of_ball(ReferenceShape::sphere));
}

// Ca = mu gamma R/G = 4e-3 * 4/5e-3 = 3.2, 8 mu gamma R = 0.128 and 25 mu gamma R = 0.4 dyn/cm.
TEST(AdviceOnResolution, warns_of_a_membrane_too_soft_for_its_flow) {
  Scenario s = sphere_in_shear();
  s.drive.shear_rate.mean = 4e-3;
  s.objects[0].closed().law = Skalak{5e-3, 0.13};
  EXPECT_EQ(findings_of(s), "");
  s.objects[0].closed().law = Skalak{5e-3, 0.12};
  EXPECT_NE(findings_of(s).find("a flow of capillary number 3.2 compresses a membrane of 0.12 dyn/cm"),
            std::string::npos)
      << findings_of(s);
  EXPECT_NE(findings_of(s).find("membrane.area_modulus: 0.4 dyn/cm"), std::string::npos) << findings_of(s);
  s.objects[0].closed().law = Skalak{5e-3, 0.4}, s.objects[0].closed().viscosity.viscosity = 300;
  EXPECT_EQ(findings_of(s), "");
}

TEST(AdviceOnResolution, warns_of_a_body_thinner_than_the_kernel) {
  Scenario s = sphere_in_shear();
  s.objects[0].closed().surface = {ReferenceShape::ellipsoid, {4, 4, 0.9}};
  EXPECT_NE(findings_of(s).find("1.8 um thick, 3.6 h"), std::string::npos) << findings_of(s);
  EXPECT_NE(findings_of(s).find("domain.cell of 4/9 um"), std::string::npos) << findings_of(s);
  s.grid.h = 0.45;
  EXPECT_EQ(findings_of(s), "");
}

TEST(AdviceOnResolution, warns_of_data_sites_too_far_apart) {
  Scenario s = sphere_in_shear();
  s.membrane = MembraneForm::paper;
  s.objects[0].closed().data_sites = 100; // sqrt(64 pi/100) um: 2.8 cells
  EXPECT_NE(findings_of(s).find("2.8 h apart"), std::string::npos) << findings_of(s);
  s.objects[0].closed().data_sites = suitable_sites(s.objects[0].closed().surface, s.grid.h).data;
  EXPECT_EQ(findings_of(s), "");
}

// The remedy allows longer steps: the elastic limit is one of stiffness, in either scheme.
TEST(AdviceOnResolution, warns_of_a_membrane_far_too_stiff) {
  Scenario s = sphere_in_shear();
  s.objects[0].closed().law = Skalak{50, 50}; // Ca = 1e-4 x 4/50 = 8e-6
  EXPECT_NE(findings_of(s).find("the capillary number of \"ball\" is 8e-06"), std::string::npos)
      << findings_of(s);
  EXPECT_NE(findings_of(s).find("0.4 dyn/cm"), std::string::npos) << findings_of(s);
  const real before = elastic_step_limit(s.objects[0], s);
  s.objects[0].closed().law = Skalak{0.4, 0.4};
  EXPECT_EQ(findings_of(s), "");
  EXPECT_GT(elastic_step_limit(s.objects[0], s), 10 * before);
}

TEST(AdviceOnResolution, warns_of_dense_strong_flow_of_membranes_without_viscosity) {
  Scenario s = sphere_in_shear();
  s.drive.shear_rate.mean = 1e-3; // Ca = 0.8
  EXPECT_EQ(findings_of(s), "");
  s.objects[0].placements.resize(20, s.objects[0].placements[0]); // 20 x 268 um^3 of 13824
  EXPECT_NEAR(volume_fraction(s), 20 * 4. / 3 * std::numbers::pi * 64 / 13824, 1e-9);
  EXPECT_NE(findings_of(s).find("membrane.viscosity: 3e-7 N s/m"), std::string::npos) << findings_of(s);
  s.objects[0].closed().viscosity.viscosity = 300;
  EXPECT_EQ(findings_of(s), "");
}

TEST(AdviceOnResolution, warns_of_long_runs_in_the_papers_form_alone) {
  Scenario s = sphere_in_shear();
  s.time.end = 3e5; // a strain of 30
  s.membrane = MembraneForm::paper;
  EXPECT_NE(findings_of(s).find("a strain of 30"), std::string::npos) << findings_of(s);
  s.membrane = MembraneForm::resolved;
  EXPECT_EQ(findings_of(s), "");
}

TEST(AdviceOnResolution, warns_of_a_channel_that_is_hardly_laminar) {
  Scenario s = sphere_in_shear();
  s.objects.clear();
  s.drive.shear_rate.mean = 10; // 120 um/us in a gap of 24 um of water
  EXPECT_NE(findings_of(s).find("the Reynolds number of the channel is 2.88e+03"), std::string::npos)
      << findings_of(s);
}

// In a row along z, 0.8 um from each other and 9.6 um around the box.
TEST(AdviceOnResolution, counts_all_gaps_that_the_grid_does_not_resolve) {
  Scenario s = sphere_in_shear();
  s.objects[0].closed().surface = {ReferenceShape::sphere, {2, 2, 2}};
  s.objects[0].placements.resize(3);
  for (int i = 0; i < 3; ++i)
    s.objects[0].placements[static_cast<std::size_t>(i)].centre = {12, 12, 4 + 4.8 * i};
  std::vector<Finding> findings;
  look_at_gaps(s, placed_bodies(s), findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].message.find("the same holds for 2 pairs in all"), std::string::npos)
      << findings[0].message;
  EXPECT_NE(findings[0].message.find("relative viscosity"), std::string::npos) << findings[0].message;
  // by a composite kernel the advice has been taken
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::composite_sharp}) {
    s.membrane = MembraneForm::resolved, s.kernel = kernel, findings.clear();
    look_at_gaps(s, placed_bodies(s), findings);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].message.find("or use coupling.kernel: composite-sharp") != std::string::npos,
              kernel == DeltaKernel::cosine);
  }
  findings.clear();
  s.grid = {{96, 96, 96}, 0.25, s.grid.topology};
  look_at_gaps(s, placed_bodies(s), findings);
  EXPECT_TRUE(findings.empty());
}

} // namespace ibsim

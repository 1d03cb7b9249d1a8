// The scenario that a run writes down is the scenario that it ran: reading it back gives the same bits, and
// no warning of its own.
#include "flow_files/read_scenario.hpp"
#include "flow_files/write_resolved.hpp"
#include "flow_run/flow_application.hpp"
#include "model/scenario.hpp"
#include "repository.hpp"
#include "schema/scenario_file.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

const std::string everything = R"(
title: "a \"title\" with: odd # characters \\ \u00e9"
domain: {size: [16 um, 12 um, 8 um], cell: 1/3 um}
fluid: {density: 1025 kg/m^3, viscosity: 1.2 mPa s, background_shear: 123.4567 1/s, initial: rest}
time: {scheme: imex-rk, step: 1/7 us, end: 10 us, beyond_stability_limit: true}
objects:
  - {shape: ellipsoid, name: egg, half_axes: [1.1 um, 1.3 um, 1.7 um], scale: 1.01,
     membrane: {shear_modulus: 5 uN/m, area_modulus: 0.1 mN/m}, at: [3 um, 6 um, 4 um], stretch: [1/1.1, 1, 1.1],
     rotate: [{axis: x, angle: 30 deg}, {axis: [1, 2, 3], angle: 1 rad}]}
  - shape: red cell
    scale: 1/3
    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm, viscosity: 3e-9 N s/m,
      viscosity_model: kelvin-voigt,
      stress_free: {shape: spheroid, reduced_volume: 0.951, area_ratio: 1.02, relax: no}}
    data_sites: 111
    sample_sites: 777
    placements: [{at: [8 um, 3 um, 4 um]}, {at: [13 um, 9 um, 4 um], rotate: {axis: y, angle: 90 deg}}]
coupling: {kernel: peskin-4-point, remove_net_force: no}
output: {folder: "some where/run 1", cells_every: never, fluid_every: 0 us, series_every: 1/3 us,
         checkpoint_every: never, precision: single, compression: 9}
device: {backend: cpu, threads: 3, precision: mixed}
)";

void expect_equal(const Real3& a, const Real3& b) {
  for (int d = 0; d < 3; ++d) EXPECT_EQ(a[d], b[d]);
}

void expect_equal(const Scenario& a, const Scenario& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.grid.n, b.grid.n);
  EXPECT_EQ(a.grid.h, b.grid.h);
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.fluid.density, b.fluid.density);
  EXPECT_EQ(a.fluid.viscosity, b.fluid.viscosity);
  EXPECT_EQ(a.drive.shear_rate, b.drive.shear_rate);
  EXPECT_EQ(a.initial_flow, b.initial_flow);
  EXPECT_EQ(a.taylor_green_speed, b.taylor_green_speed);
  EXPECT_EQ(a.time.step, b.time.step);
  EXPECT_EQ(a.time.end, b.time.end);
  EXPECT_EQ(a.time.beyond_stability_limit, b.time.beyond_stability_limit);
  EXPECT_EQ(a.time.automatic, b.time.automatic);
  EXPECT_EQ(a.time.largest_step, b.time.largest_step);
  EXPECT_EQ(a.time.safety, b.time.safety);
  ASSERT_EQ(a.objects.size(), b.objects.size());
  for (std::size_t k = 0; k < a.objects.size(); ++k) {
    const ObjectKind &p = a.objects[k], &q = b.objects[k];
    EXPECT_EQ(p.name, q.name);
    ASSERT_EQ(p.structure.index(), q.structure.index());
    EXPECT_EQ(p.sites().data, q.sites().data);
    EXPECT_EQ(p.sites().sample, q.sites().sample);
    if (const Tube* tube = std::get_if<Tube>(&p.structure))
      EXPECT_EQ(tube->radius, std::get<Tube>(q.structure).radius);
    if (const ClosedSurface* closed = std::get_if<ClosedSurface>(&p.structure)) {
      EXPECT_EQ(closed->surface, q.closed().surface);
      EXPECT_EQ(closed->law, q.closed().law);
      EXPECT_EQ(closed->stress_free, q.closed().stress_free);
      EXPECT_EQ(closed->viscosity, q.closed().viscosity);
    }
    ASSERT_EQ(p.placements.size(), q.placements.size());
    for (std::size_t o = 0; o < p.placements.size(); ++o) {
      expect_equal(p.placements[o].centre, q.placements[o].centre);
      expect_equal(p.placements[o].stretch, q.placements[o].stretch);
      for (int r = 0; r < 3; ++r) expect_equal(p.placements[o].rotation[r], q.placements[o].rotation[r]);
    }
  }
  EXPECT_EQ(a.kernel, b.kernel);
  EXPECT_EQ(a.remove_net_force, b.remove_net_force);
  EXPECT_EQ(a.output.folder, b.output.folder);
  EXPECT_EQ(a.output.cells, b.output.cells);
  EXPECT_EQ(a.output.fluid, b.output.fluid);
  EXPECT_EQ(a.output.checkpoints, b.output.checkpoints);
  EXPECT_EQ(a.output.cells_every, b.output.cells_every);
  EXPECT_EQ(a.output.fluid_every, b.output.fluid_every);
  EXPECT_EQ(a.output.series_every, b.output.series_every);
  EXPECT_EQ(a.output.checkpoint_every, b.output.checkpoint_every);
  EXPECT_EQ(a.output.precision, b.output.precision);
  EXPECT_EQ(a.output.compression, b.output.compression);
  EXPECT_EQ(a.device.backend, b.device.backend);
  EXPECT_EQ(a.device.threads, b.device.threads);
}

TEST(ResolvedScenario, reads_back_to_the_same_bits) {
  std::vector<std::string> warnings;
  const Scenario scenario = read_scenario_text(everything, "s.yaml", {}, warnings);
  expect_equal(scenario, read_scenario_text(resolved_scenario(scenario), "other.yaml", {}, warnings));
}

// Scenarios of config/, each read once as it is and once as it is written down: that of a vessel finds its
// walls again. What a run says of itself is read a third time, with the smallest vessel alone.
TEST(CheckedInScenarios, are_valid_warn_of_nothing_and_read_back) {
  // of what is quick rather than fine: platelets, cells in the movie; ranges of aggregation
  const std::vector<std::string> coarse{"its inside is not resolved", "so that contact does not compress it",
                                        "is not small against the bending length"};
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(repository() / "config")) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with("activation_") ||
        scenario_text(entry.path()).find("\nkind: line\n") != std::string::npos)
      continue; // checked_in_scenarios_are_valid.cpp
    SCOPED_TRACE(entry.path().string());
    ++found;
    std::vector<std::string> of_its_own, warnings;
    const Scenario scenario = read_scenario(entry.path(), {}, of_its_own);
    for (const std::string& warning : of_its_own)
      EXPECT_TRUE(std::any_of(coarse.begin(), coarse.end(), [&](const std::string& part) {
        return warning.find(part) != std::string::npos;
      })) << warning;
    TestFolder folder;
    write_resolved(scenario, folder.path / "scenario.yaml");
    expect_equal(scenario, read_scenario(folder.path / "scenario.yaml", {}, warnings));
    EXPECT_EQ(warnings.size(), of_its_own.size()); // of what is simulated alone
    if (!scenario.vessel || file == "bifurcation_fed_small.yaml") {
      EXPECT_NE(describe_flow(folder.path / "scenario.yaml").find(scenario.title), std::string::npos);
    }
  }
  EXPECT_GE(found, 5u);
}

TEST(ReadScenario, means_what_the_words_say) { // the values by hand, from the text above
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(
      everything, "s.yaml",
      {"domain.cell=0.5 um", "objects.1.placements.0.at=[8 um, 3 um, 5 um]", "fluid.initial=shear"},
      warnings);
  EXPECT_EQ(s.grid.n, (Int3{32, 24, 16}));
  EXPECT_EQ(s.fluid.density, 1.025);
  EXPECT_EQ(s.fluid.viscosity, 1.2);
  EXPECT_EQ(s.initial_flow, InitialFlow::shear);
  EXPECT_EQ(s.objects[0].closed().surface.half_axes.y, 1.3 * 1.01);
  EXPECT_EQ(std::get<Skalak>(s.objects[0].closed().law).shear_modulus, 5e-3);
  EXPECT_EQ(s.objects[1].closed().surface.half_axes.x, 3.91 * (1.0 / 3));
  expect_equal(s.objects[1].placements[0].centre, {8, 3, 5});
  EXPECT_FALSE(s.output.cells);
  EXPECT_TRUE(s.output.fluid);
  EXPECT_EQ(s.output.precision, FramePrecision::single_precision);
  // 90 degrees about y takes z to x and x to -z: rows of the matrix; cos(pi/2) rounds to 6e-17
  const Real3* r = s.objects[1].placements[1].rotation;
  EXPECT_NEAR(r[0].z, 1, 1e-15);
  EXPECT_NEAR(r[2].x, -1, 1e-15);
  EXPECT_NEAR(r[1].y, 1, 1e-15);
  // turned by 30 degrees about x first, then about (1, 2, 3): the second leaves (1, 2, 3) where it is, so R
  // R_x(-30) does
  const Real3* e = s.objects[0].placements[0].rotation;
  const double c = std::cos(std::acos(-1) / 6), w = 0.5;
  const Real3 before{1, c * 2 + w * 3, -w * 2 + c * 3};
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(dot(e[d], before), d + 1, 1e-14); // a few roundings of numbers up to 4
}

TEST(ReadScenario, has_the_defaults_that_it_documents) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(
      "domain: {size: [16 um, 16 um, 16 um], cell: 0.25 um}\ntime: {step: 0.1 us, end: 1 ms}\nobjects:\n"
      "  - {shape: red cell, membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}, at: [8 um, "
      "8 um, 8 um]}\n",
      "folder/my run.yaml", {}, warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(s.title, "my run");
  EXPECT_EQ(s.output.folder, std::filesystem::path("results/my run"));
  EXPECT_EQ(s.fluid.density, 1);
  EXPECT_EQ(s.fluid.viscosity, 1);
  EXPECT_EQ(s.initial_flow, InitialFlow::rest);
  EXPECT_EQ(s.objects[0].closed().surface.half_axes.x, 3.91);
  // The paper chose 864 and 8832 for a spacing of "approximately" 1.6 h and 0.5 h; ours are 1.6 h and 0.7 h,
  // rounded up to 16
  EXPECT_NEAR(s.objects[0].closed().data_sites, 864, 0.05 * 864);
  EXPECT_NEAR(s.objects[0].closed().sample_sites, 8832 * 0.25 / 0.49, 0.05 * 8832 * 0.25 / 0.49);
}

} // namespace
} // namespace ibsim

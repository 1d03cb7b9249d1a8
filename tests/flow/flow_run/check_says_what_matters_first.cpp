// `ibsim check` says first whether a run can start, how long it takes, what it needs, how far it strains the
// fluid and what limits its steps; the end of a run quotes a relative viscosity only where it is a result.
#include "flow_run/check_summary.hpp"

#include "flow_files/read_text.hpp"
#include "flow_run/run_prediction.hpp"
#include "flow_run/viscosity_in_words.hpp"
#include "limits/limit_with_bonds.hpp"
#include "limits/stability.hpp"
#include "limits/stiffness_at_rest.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

Scenario cell_in_shear(const std::string& end, const std::string& objects = "[5 um, 5 um, 5 um]") {
  return read("domain: {size: [10 um, 10 um, 10 um], cell: 1/2 um}\nflow: {ends_in_y: lees-edwards, "
              "shear_rate: 500 1/s}\ntime: {step: auto, end: " +
              end + "}\nobjects:\n  - {shape: red cell, at: " + objects + "}\n");
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CheckSummary, has_all_that_matters_in_six_lines) {
  DryRun found;
  found.step_seconds = 0.01, found.host_bytes = 50e6;
  const Scenario s = cell_in_shear("30 ms");
  const std::vector<std::string> lines = check_summary(s, found, false, {"", 1});
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], "OK        1 warning, above");
  EXPECT_TRUE(has(lines[1], "to 30 ms, a strain of 15; about ")) << lines[1]; // 500 1/s times 30 ms
  EXPECT_TRUE(has(lines[2], " of memory, ") && has(lines[2], " of disk in results/")) << lines[2];
  EXPECT_TRUE(
      has(lines[3], "grid of 20 x 20 x 20, h = 0.5 um, unbounded shear of 500 1/s; 1 x red cell (Ca "))
      << lines[3];
  EXPECT_TRUE(has(lines[4], "limited by elasticity of red cell, most by ")) << lines[4];
  EXPECT_TRUE(has(lines[5], "--verbose")) << lines[5];
}

TEST(CheckSummary, says_why_a_run_is_not_ok) {
  const std::vector<std::string> lines =
      check_summary(cell_in_shear("1 ms"), {}, false, {"the dry run diverged", 2});
  EXPECT_EQ(lines[0], "NOT OK    the dry run diverged; 2 warnings, above");
}

Scenario bead_with_receptors(const std::string& stiffness) {
  return read(
      "domain: {size: [10 um, 8 um, 12 um], cell: 1/2 um}\nflow: {ends_in_y: walls, upper_wall: {z: 0.8 "
      "mm/s}}\ntime: {step: auto, end: 40 ms}\ncontact: {pressure: auto}\nobjects:\n  - {shape: sphere, "
      "radius: 1.5 um, at: [5 um, 2.4 um, 6 um],\n     membrane: {law: neo-hookean, shear_modulus: 0.05 "
      "dyn/cm},\n     adhesion: {receptors: 5000, ligands: 1000 1/um^2, spring: {stiffness: " +
      stiffness + "},\n       kinetics: {off_rate: 100 1/s, length: 0.4 nm, on_rate: 0.03 um^2/s}}}\n");
}

// Of half of 5000 receptors 30/(30 + 100) are bound at rest: 577. Inverses of limits add up, so those of
// springs alone are differences. Twice the stiffness is twice the rate r at which springs take a disc back,
// and c ~ r^(3/2) of anchors: their limit is 1/2 of it where c x^3 rules (anchored_steps.hpp), 2^(-3/4) where
// c x^4 does.
TEST(CheckSummary, says_how_far_bonds_shorten_steps) {
  const Scenario soft = bead_with_receptors("0.02 pN/nm"), stiff = bead_with_receptors("0.04 pN/nm");
  const auto of_springs = [](const Scenario& s) {
    return 1 / limit_with_bonds(s.objects[0], s)->limit -
           1 / elastic_step_limit(stiffness_at_rest(s.objects[0]), s.objects[0], s);
  };
  EXPECT_NEAR(limit_with_bonds(soft.objects[0], soft)->bonds, 577, 0.5);
  EXPECT_GT(of_springs(stiff) / of_springs(soft), std::pow(2, 0.75) - 1e-9);
  EXPECT_LT(of_springs(stiff) / of_springs(soft), 2 + 1e-9);
  const std::string line = check_summary(soft, {}, false, {"", 0}).at(4);
  EXPECT_TRUE(has(line, "with 577 bonds, where half of")) << line;
  // Steps of equal cost: with bonds there are as many more as steps are shorter, 0.8 of the limit each.
  DryRun found;
  found.step_seconds = 1;
  const double steps = predicted_seconds(soft.time, soft.output, found, false),
               bound = *predicted_seconds_with_bonds(soft, soft.time, soft.output, found, false);
  EXPECT_NEAR(steps * soft.time.step, soft.time.end, 1e-6 * soft.time.end);
  EXPECT_NEAR(bound * 0.8 * limit_with_bonds(soft.objects[0], soft)->limit, soft.time.end,
              1e-6 * soft.time.end);
  EXPECT_GT(bound, 2 * steps);
  const std::string run = check_summary(soft, found, false, {"", 0}).at(1);
  EXPECT_TRUE(has(run, ", with bonds up to ")) << run;
  EXPECT_FALSE(step_with_bonds(cell_in_shear("1 ms"), cell_in_shear("1 ms").time));
  EXPECT_FALSE(limit_with_bonds(cell_in_shear("1 ms").objects[0], soft));
}

const std::string mean = "relative viscosity 2.5 +- 0.1";

// 500 1/s for 8 ms are a strain of 4, for 10 ms one of 5.
TEST(RelativeViscosity, is_not_quoted_before_a_strain_of_five) {
  const Scenario s = cell_in_shear("10 ms");
  EXPECT_FALSE(has(viscosity_in_words(s, 8e3, mean), "2.5")) << viscosity_in_words(s, 8e3, mean);
  EXPECT_TRUE(has(viscosity_in_words(s, 8e3, mean), "a strain of 4,"));
  EXPECT_EQ(viscosity_in_words(s, 10e3, mean), mean);
  EXPECT_EQ(viscosity_in_words(s, 10e3, ""), "");
}

// Three discs one above the other, 3.2 um from one to the next: films of 0.6 um, less than two cells.
TEST(RelativeViscosity, is_not_quoted_where_films_are_not_resolved) {
  const auto stack = [](const std::string& apart) {
    return read("domain: {size: [10 um, 10 um, 30 um], cell: 1/2 um}\nflow: {ends_in_y: lees-edwards, "
                "shear_rate: 500 1/s}\ntime: {step: auto, end: 20 ms}\nobjects:\n  - {shape: red cell, "
                "placements: [{at: [5 um, 5 um, 15 um]}, {at: [5 um, 5 um, " +
                apart + " um]}]}\n");
  };
  EXPECT_EQ(viscosity_in_words(stack("23"), 20e3, mean), mean);
  Scenario near = stack("18.2");
  near.objects[0].placements.push_back(near.objects[0].placements[0]);
  near.objects[0].placements.back().centre.z = 11.8;
  EXPECT_FALSE(has(viscosity_in_words(near, 20e3, mean), "2.5"));
  EXPECT_TRUE(has(viscosity_in_words(near, 20e3, mean), "2 pairs")) << viscosity_in_words(near, 20e3, mean);
}

} // namespace
} // namespace ibsim

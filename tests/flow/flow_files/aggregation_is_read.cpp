// `aggregation`: its words and numbers, what fills them in, mistakes at their places, what check says, and
// stacks to begin with.
#include "checks/aggregation_advice.hpp"
#include "diagnostics/aggregates.hpp"
#include "flow/flow_files/read_text.hpp"
#include "flow_files/write_resolved.hpp"
#include "objects/aggregation_force.hpp"
#include "objects/aggregation_presets.hpp"
#include "objects/pair_forces.hpp"
#include "packing/place_objects.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// @param aggregation the last line @param cell um
std::string blood(const std::string& aggregation, const std::string& cell = "1/4",
                  const std::string& contact = "{pressure: 100 Pa}") {
  return "domain: {size: [24 um, 12 um, 12 um], cell: " + cell +
         " um}\n"
         "fluid: {preset: plasma}\n"
         "flow: {ends_in_y: lees-edwards, shear_rate: 100 1/s}\n"
         "time: {step: 1 us, end: 1 ms}\n"
         "contact: " +
         contact +
         "\n"
         "objects:\n"
         "  - {shape: red cell, name: cell, at: [4 um, 6 um, 4 um]}\n"
         "  - {shape: red cell, name: old cell, preset: stiffened, at: [12 um, 6 um, 4 um]}\n"
         "  - {shape: ellipsoid, preset: platelet, name: platelet, at: [20 um, 6 um, 4 um]}\n" +
         aggregation + "\n";
}

real energy_of(const Scenario& s, std::size_t a, std::size_t b) {
  return 1e3 * attractions_of(s).between(s.objects[a], s.objects[b]).energy; // uJ/m^2
}

TEST(Aggregation, is_between_red_cells_by_default) {
  const Scenario s = read(blood("aggregation: {energy: 2 uJ/m^2}"));
  for (const std::size_t a : {0, 1, 2})
    for (const std::size_t b : {0, 1, 2}) EXPECT_NEAR(energy_of(s, a, b), a < 2 && b < 2 ? 2 : 0, 1e-12);
  const AggregationLaw law = attractions_of(s).between(s.objects[0], s.objects[1]);
  EXPECT_EQ(law.start, 0.5); // contact.range, two cells, and as much again
  EXPECT_EQ(law.width, 0.5);
  EXPECT_FALSE(law.is_morse);
  const std::vector<PairForceSpec> forces = pair_forces_of(s);
  ASSERT_EQ(forces.size(), 2u);
  EXPECT_EQ(forces[1].range, 1);
  EXPECT_TRUE(acts_on(forces[1], s.objects[1], s));
  EXPECT_FALSE(acts_on(forces[1], s.objects[2], s));
  EXPECT_TRUE(read(blood("")).aggregation.empty());
}

TEST(Aggregation, is_between_the_kinds_that_are_named) {
  const Scenario s = read(blood("aggregation: [{energy: 2 uJ/m^2}, {between: [cell, platelet], energy: 3 "
                                "uJ/m^2, range: 0.4 um, law: morse}, {between: [cell, cell], energy: 1 "
                                "uJ/m^2}]"));
  EXPECT_NEAR(energy_of(s, 0, 0), 1, 1e-12); // the last entry counts
  EXPECT_NEAR(energy_of(s, 0, 1), 2, 1e-12);
  EXPECT_NEAR(energy_of(s, 2, 0), 3, 1e-12);
  EXPECT_EQ(energy_of(s, 2, 2), 0);
  EXPECT_TRUE(attractions_of(s).between(s.objects[0], s.objects[2]).is_morse);
  EXPECT_NEAR(pair_forces_of(s)[1].range, 0.5 + 3 * 0.4, 1e-12);
}

// Published energies; between the points of Brust et al. a line, by hand: 1.78 + 2/3 (3.56 - 1.78).
TEST(Aggregation, has_published_energies) {
  const auto of = [](const std::string& preset) {
    return energy_of(read(blood("aggregation: {preset: " + preset + "}")), 0, 0);
  };
  EXPECT_NEAR(of("plasma"), 2, 1e-12);
  EXPECT_NEAR(of("dextran 70 kDa"), 4.9, 1e-12);
  EXPECT_NEAR(of("dextran 150 kDa"), 22, 1e-12);
  EXPECT_NEAR(of("fibrinogen 3 mg/ml"), 1.78 + 2.0 / 3 * 1.78, 1e-12);
  EXPECT_NEAR(of("fibrinogen 0.3 g/dl"), 1.78 + 2.0 / 3 * 1.78, 1e-12);
  EXPECT_NEAR(of("fibrinogen 0.5 mg/ml"), 0.89, 1e-12);
  EXPECT_NEAR(of("fibrinogen 10 mg/ml"), 4.89, 1e-12);
  std::vector<std::string> warnings;
  read_scenario_text(blood("aggregation: {preset: fibrinogen 10 mg/ml}"), "s.yaml", {}, warnings);
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
    return warning.find("up to 6.5 mg/ml") != std::string::npos;
  }));
}

TEST(Aggregation, reads_back_what_it_writes) {
  const Scenario s = read(blood("aggregation: [{preset: fibrinogen 3 mg/ml}, {between: [cell, old cell], "
                                "energy: 1.3 uJ/m^2, range: 0.3 um, law: morse}]"));
  const Scenario back = read(resolved_scenario(s), "r.yaml");
  ASSERT_EQ(back.aggregation.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back.aggregation[i].energy, s.aggregation[i].energy);
    EXPECT_EQ(back.aggregation[i].range, s.aggregation[i].range);
    EXPECT_EQ(back.aggregation[i].between, s.aggregation[i].between);
    EXPECT_EQ(back.aggregation[i].form, s.aggregation[i].form);
  }
  EXPECT_EQ(resolved_scenario(back), resolved_scenario(s));
}

TEST(Aggregation, says_where_a_mistake_is) {
  const auto complaint = [](const std::string& text, const std::string& contact = "{pressure: 100 Pa}") {
    return error(blood(text, "1/4", contact));
  };
  const auto has = [](const std::string& all, const std::string& part) {
    EXPECT_NE(all.find(part), std::string::npos) << all;
  };
  has(complaint("aggregation: {}"), "missing key \"aggregation.energy\"");
  has(complaint("aggregation: {energy: 0 uJ/m^2}"), "s.yaml:10");
  has(complaint("aggregation: {energy: 2 uJ/m^2}", "{pressure: 0 Pa}"), "needs contact");
  has(complaint("aggregation: {preset: plasma, energy: 2 uJ/m^2}"), "say one of them");
  has(complaint("aggregation: {preset: serum}"), "expected plasma, dextran 70 kDa");
  has(complaint("aggregation: {preset: fibrinogen}"), "expected plasma");
  has(complaint("aggregation: {preset: fibrinogen 3 mg}"), "which is a mass");
  has(complaint("aggregation: {energy: 2 uJ/m^2, between: [cell, cels]}"), "no objects named \"cels\"");
  has(complaint("aggregation: {energy: 2 uJ/m^2, between: [cell]}"), "names of two kinds");
}

// Adhesion over bending 53, and over the flow 5.1, for 2 uJ/m^2 in plasma at 100 1/s, with a bending modulus
// of
// 4e-19 J, by docs/aggregation.md; bending length 0.447 um.
TEST(Aggregation, is_compared_with_what_resists_it) {
  Scenario s = read(blood("aggregation: {energy: 2 uJ/m^2}"));
  s.objects[0].closed().bending.modulus = 4e-4; // pg um^2/us^2
  const std::optional<AggregationNumbers> n = aggregation_numbers(s, s.objects[0]);
  ASSERT_TRUE(n);
  EXPECT_NEAR(n->over_bending, 53, 1);
  EXPECT_NEAR(n->over_flow, 5.1, 0.1);
  EXPECT_NEAR(n->bending_length, 0.447, 0.001);
  EXPECT_FALSE(aggregation_numbers(s, s.objects[2]));
}

TEST(Aggregation, warns_of_ranges_that_are_not_small) {
  const auto findings = [](const Scenario& s) {
    std::vector<Finding> found;
    look_at_aggregation(s, found);
    std::string all;
    for (const Finding& f : found) all += f.key + ": " + f.message + "\n";
    return all;
  };
  EXPECT_NE(findings(read(blood("aggregation: {energy: 2 uJ/m^2}"))).find("bending length"),
            std::string::npos);
  // half the range and contact.range, on half the cells, of a weaker attraction: what it says to compare with
  const std::string fine = blood("aggregation: {energy: 0.5 uJ/m^2}", "1/8");
  EXPECT_EQ(findings(read(fine)), "");
  EXPECT_NE(findings(read(blood("aggregation: {energy: 2 uJ/m^2}", "1/2"))).find("dimples"),
            std::string::npos);
}

// Stacks of three along z, contact.range apart, none nearer than it to another.
TEST(Aggregation, begins_with_stacks) {
  std::string text = blood("aggregation: {energy: 2 uJ/m^2}");
  const std::size_t first = text.find("  - {shape: red cell, name: cell"), end = text.find("aggregation:");
  text.replace(first, end - first,
               "  - {shape: red cell, name: cell, placements: {number: 5, stack: 3, alignment: z}}\n");
  std::vector<std::string> warnings;
  const Scenario s =
      read_scenario_text(text, "s.yaml", {}, warnings, [](Scenario& placed) { place_objects(placed, ""); });
  const std::vector<Placement>& cells = s.objects[0].placements;
  ASSERT_EQ(cells.size(), 5u);
  constexpr real thickest = 2.565; // of the red cell of 3.91 um, twice 0.328 times the radius
  for (std::size_t c = 0; c + 1 < 3; ++c) {
    EXPECT_NEAR(cells[c + 1].centre.z - cells[c].centre.z, thickest + 0.5, 0.02);
    EXPECT_EQ(cells[c + 1].centre.x, cells[c].centre.x);
  }
  EXPECT_NEAR(std::abs(cells[3].centre.x - cells[0].centre.x), 12, 1e-9); // spread over two columns
  EXPECT_NEAR(suspension_of(s).least_gap, 0.5, 0.01);
  text.replace(text.find("number: 5"), 9, "number: 7");
  try {
    read_scenario_text(text, "s.yaml", {}, warnings, [](Scenario& placed) { place_objects(placed, ""); });
    ADD_FAILURE() << "there is room for two stacks alone";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("room for 2 stacks of 3"), std::string::npos) << e.what();
  }
}

// 0-1-2 and 4-5 hold together, 3 and 7 are single: sizes 3, 2, 1, 1, a weight mean of (9 + 4 + 1 + 1)/7.
TEST(Aggregates, hang_together_by_pairs) {
  Aggregates found;
  found.pairs = {{0, 1, 10, 8, 1}, {1, 2, 30, 25, 0.5}, {4, 5, 10, 8, std::nan("")}};
  found.sizes = aggregate_sizes({0, 1, 2, 3, 4, 5, 7}, found.pairs);
  EXPECT_EQ(found.sizes, (std::vector<int>{3, 2, 1, 1}));
  const AggregateSums sums = sums_of(found);
  EXPECT_EQ(sums.aggregates, 2);
  EXPECT_EQ(sums.largest, 3);
  EXPECT_DOUBLE_EQ(sums.mean_size, 7.0 / 4);
  EXPECT_DOUBLE_EQ(sums.weight_mean, 15.0 / 7);
  EXPECT_DOUBLE_EQ(sums.in_aggregates, 5.0 / 7);
  EXPECT_DOUBLE_EQ(sums.area, 50);
  EXPECT_DOUBLE_EQ(sums.flat_area, 41);
  EXPECT_DOUBLE_EQ(sums.order, (10 * 1 + 30 * 0.5) / 40);
  const std::vector<AggregatesOfSize> by = by_size(found);
  ASSERT_EQ(by.size(), 3u);
  EXPECT_EQ(by[0].size, 1);
  EXPECT_EQ(by[0].aggregates, 2);
  EXPECT_EQ(by[2].size, 3);
  EXPECT_EQ(by[2].aggregates, 1);
}

} // namespace
} // namespace ibsim

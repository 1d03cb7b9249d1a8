// `placements` as a map: what is packed waits until it is placed, is written back as it was said, and a
// mistake is told at its place.
#include "base/error.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_files/write_resolved.hpp"
#include "model/scenario.hpp"
#include "packing/place_objects.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// @param placements after line 8
std::string scenario(const std::string& placements) {
  return "domain: {size: [14 um, 14 um, 14 um], cell: 1 um}\n"
         "time: {step: 0.1 us, end: 1 us}\n"
         "objects:\n"
         "  - shape: sphere\n"
         "    name: ball\n"
         "    radius: 2 um\n"
         "    membrane: {shear_modulus: 2.5e-3 dyn/cm, area_modulus: 0.25 dyn/cm}\n"
         "    placements: " +
         placements + "\n";
}

Scenario read(const std::string& placements, const PlaceObjects& place = {}) {
  std::vector<std::string> warnings;
  return read_scenario_text(scenario(placements), "s.yaml", {}, warnings, place);
}

void place(Scenario& s) { place_objects(s, ""); }

std::string complaint(const std::string& placements) {
  try {
    read(placements);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

// The first of automatic steps knows the gaps between objects, so it is that of the scenario in which they
// stand.
TEST(PackedObjects, begin_with_the_step_of_those_that_stand_there) {
  std::vector<std::string> warnings;
  std::string text = scenario("{haematocrit: 0.3, seed: 7}");
  text.replace(text.find("0.1 us"), 6, "auto");
  text += "contact: {pressure: 100 Pa}\n";
  const Scenario packed = read_scenario_text(text, "s.yaml", {}, warnings, place),
                 standing = read_scenario_text(resolved_scenario(packed), "r.yaml", {}, warnings);
  EXPECT_FALSE(standing.objects[0].packing);
  EXPECT_EQ(packed.time.step, standing.time.step);
}

TEST(PackedObjects, wait_and_are_written_as_they_were_said) {
  const Scenario s =
      read("{haematocrit: 1/4, seed: 7, alignment: x, margin: 0.1, within: {high: [14 um, 10 um, 14 um]}}");
  ASSERT_TRUE(s.objects[0].packing);
  EXPECT_TRUE(s.objects[0].placements.empty());
  const PackingPlan& plan = *s.objects[0].packing;
  EXPECT_EQ(plan.haematocrit, 0.25);
  EXPECT_EQ(plan.seed, 7);
  EXPECT_EQ(plan.turn, PackingTurn::x);
  EXPECT_EQ(plan.margin, 0.1);
  EXPECT_EQ(plan.high, (Real3{14, 10, 14}));
  EXPECT_EQ(plan.low.x, -PackingPlan::far);
  EXPECT_EQ(plan.number, 15); // 0.25 14 10 14/(4/3 pi 8) = 14.6
  std::vector<std::string> warnings;
  const std::string written = resolved_scenario(s);
  const Scenario again = read_scenario_text(written, "r.yaml", {}, warnings);
  ASSERT_TRUE(again.objects[0].packing) << written;
  EXPECT_EQ(resolved_scenario(again), written);
}

TEST(PackedObjects, are_written_one_by_one_once_they_are_placed) {
  const Scenario s = read("{number: 6}", place);
  EXPECT_FALSE(s.objects[0].packing);
  ASSERT_EQ(s.objects[0].placements.size(), 6u);
  std::vector<std::string> warnings;
  const Scenario again = read_scenario_text(resolved_scenario(s), "r.yaml", {}, warnings);
  ASSERT_EQ(again.objects[0].placements.size(), 6u); // so a resume packs nothing
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(again.objects[0].placements[i].centre, s.objects[0].placements[i].centre);
    for (int d = 0; d < 3; ++d)
      EXPECT_EQ(again.objects[0].placements[i].rotation[d], s.objects[0].placements[i].rotation[d]);
  }
}

TEST(PackedObjects, are_found_again_in_the_cache) {
  const TestFolder folder;
  int rounds = 0;
  const PlaceObjects with_cache = [&](Scenario& s) {
    place_objects(s, folder.path.string(), [&](const PackingProgress&) { ++rounds; });
  };
  const Scenario first = read("{number: 6}", with_cache);
  EXPECT_GT(rounds, 0);
  const int before = rounds;
  const Scenario second = read("{number: 6}", with_cache);
  EXPECT_EQ(rounds, before);
  EXPECT_EQ(resolved_scenario(second), resolved_scenario(first));
  read("{number: 6, seed: 2}", with_cache);
  EXPECT_GT(rounds, before);
}

// One digit of a kept packing that has changed is found, and the packing made again.
TEST(PackedObjects, are_not_taken_from_a_damaged_cache) {
  const TestFolder folder;
  int rounds = 0;
  const PlaceObjects with_cache = [&](Scenario& s) {
    place_objects(s, folder.path.string(), [&](const PackingProgress&) { ++rounds; });
  };
  const std::string good = resolved_scenario(read("{number: 6}", with_cache));
  const std::filesystem::path file = std::filesystem::directory_iterator(folder.path)->path();
  const std::string whole = content(file);
  const auto digit = [&](std::size_t from) {
    return whole.find_first_of("12345678", whole.find('\n', from));
  };
  std::string changed = whole, shorter = whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1),
              without_hash = whole.substr(whole.find('\n') + 1);
  changed[digit(whole.size() / 2)] += 1;
  for (const std::string& damaged : {changed, shorter, without_hash, std::string("\n"), std::string()}) {
    write_text(file, damaged);
    const int before = rounds;
    EXPECT_EQ(resolved_scenario(read("{number: 6}", with_cache)), good);
    EXPECT_GT(rounds, before);
    EXPECT_EQ(content(file), whole);
  }
}

TEST(PackedObjects, may_come_from_a_table_beside_the_scenario) {
  const TestFolder folder;
  std::ofstream(folder.path / "p.csv") << "kind,x (um),y (um),z (um)\nball,3,3,3\nother,9,9,9\nball,9,3,3\n";
  std::vector<std::string> warnings;
  const Scenario s =
      read_scenario_text(scenario("{file: p.csv}"), (folder.path / "s.yaml").string(), {}, warnings);
  ASSERT_EQ(s.objects[0].placements.size(), 2u);
  EXPECT_EQ(s.objects[0].placements[1].centre, (Real3{9, 3, 3}));
}

// A list of half a million places takes minutes to be read back, a table seconds.
TEST(PackedObjects, more_than_a_thousand_are_written_as_a_table) {
  std::string table = "x (um),y (um),z (um),axis x,axis y,axis z,stretch x,stretch y,stretch z\n";
  constexpr int many = 1331;
  for (int i = 0; i < many; ++i) {
    for (const int at : {i % 11, i / 11 % 11, i / 121})
      table += std::to_string(1.2 * at + 0.1 / (i + 3)) + ",";
    table += std::to_string(i % 7 - 3) + ",1," + std::to_string(i % 5) + ",1,1.25,1\n";
  }
  std::string block = "\n      table: |\n";
  for (std::size_t begin = 0; begin < table.size(); begin = table.find('\n', begin) + 1)
    block += "        " + table.substr(begin, table.find('\n', begin) + 1 - begin);
  std::string text = scenario(block);
  text.replace(text.find("2 um"), 4, "0.4 um");
  std::vector<std::string> warnings;
  const Scenario s = read_scenario_text(text, "s.yaml", {}, warnings);
  ASSERT_EQ(s.objects[0].placements.size(), static_cast<std::size_t>(many));
  const std::string written = resolved_scenario(s);
  EXPECT_NE(written.find("table: |"), std::string::npos);
  const Scenario again = read_scenario_text(written, "r.yaml", {}, warnings);
  EXPECT_EQ(resolved_scenario(again), written);
  ASSERT_EQ(again.objects[0].placements.size(), static_cast<std::size_t>(many));
  for (int i = 0; i < many; ++i) {
    const Placement &one = s.objects[0].placements[i], &other = again.objects[0].placements[i];
    EXPECT_EQ(one.centre, other.centre);
    EXPECT_EQ(one.stretch, other.stretch);
    for (int d = 0; d < 3; ++d) EXPECT_EQ(one.rotation[d], other.rotation[d]);
  }
}

TEST(PackedObjects, mistakes_are_told_where_they_are) {
  EXPECT_EQ(complaint("{seed: 1}"),
            "s.yaml:8:17: objects.0.placements: give one of haematocrit, number, ratio, file and table");
  EXPECT_EQ(complaint("{number: 3, haematocrit: 0.2}"),
            "s.yaml:8:17: objects.0.placements: give one of haematocrit, number, ratio, file and table, not "
            "2 of them");
  EXPECT_EQ(
      complaint("{number: 3, table: \"x,y,z\"}"),
      "s.yaml:8:17: objects.0.placements: give one of haematocrit, number, ratio, file and table, not 2 of "
      "them");
  EXPECT_EQ(complaint("{table: \"x,y\"}"),
            "s.yaml:8:25: objects.0.placements.table: the table:1: column \"x\" has no unit, as "
            "in \"x (um)\"");
  EXPECT_EQ(complaint("{haematocrit: 45}"), "s.yaml:8:31: objects.0.placements.haematocrit: must be more "
                                            "than zero, and at most 0.9, got \"45\"; did you mean \"45 %\"?");
  EXPECT_EQ(complaint("{haematocrit: 0.2, sed: 3}"),
            "s.yaml:8:36: unknown key \"objects.0.placements.sed\"; did you mean \"seed\"?");
  EXPECT_EQ(complaint("{ratio: 0.2, to: red cell}"),
            "s.yaml:8:25: no kind of objects is called \"red cell\", or it has a ratio itself");
  EXPECT_EQ(complaint("{haematocrit: 1e-4}"),
            "s.yaml:8:17: makes 0.0082 of an object: there is too little room");
  EXPECT_EQ(complaint("{number: 2, within: {low: [20 um, 0 um, 0 um]}}"),
            "s.yaml:8:37: is outside of the box or of its tubes");
  EXPECT_EQ(complaint("{file: none.csv}").substr(0, 52),
            "s.yaml:8:24: objects.0.placements.file: none.csv: ca");
}

} // namespace
} // namespace ibsim

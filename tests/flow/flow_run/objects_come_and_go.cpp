// Objects leave a run and come into it (simulation/population.hpp): on any number of ranks and after a resume
// the files are the same, ids are never used again, and who is absent acts on nothing.
#include "checks/check_scenario.hpp"
#include "files/read_csv.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "simulation/simulation.hpp"

#include <map>
#include <set>

namespace ibsim {
using namespace testing_runs;

namespace {

/// A cell that leaves at 3 us, one that comes at 5 us, one that stays, platelets, and an outlet that a
/// platelet is carried into. All that acts on objects acts, inner fluids too.
template <class B>
Scenario who_comes_and_goes() {
  Scenario s = all_at_once_on<B>();
  s.keep_volume = false;
  s.scheme = TimeScheme::bdf2;
  s.contact.range = 1;
  ObjectKind& cell = s.objects[0];
  cell.closed().viscosity_ratio = 5;
  cell.placements.push_back(cell.placements[0]);
  cell.placements[0].leaves = 3;
  cell.placements[2].centre = {8, 6, 15}, cell.placements[2].enters = 5;
  s.drive.shear_rate.mean = 0.02; // 0.16 um/us at the ends of the box
  ObjectKind& platelet = s.objects[1];
  platelet.placements[0].centre = {8, 13, 2}; // it leaves with z > 1.9 um
  const real end = s.grid.lengths().z;
  s.outlets = {{"out", {{0, 11, 1.2}, {16, 16, end / 2}}}};
  return s;
}

/// The rows of a table: column -> values.
std::map<std::string, std::vector<std::string>> columns_of(const std::filesystem::path& file) {
  const CsvTable table = read_run_csv(file);
  std::map<std::string, std::vector<std::string>> columns;
  for (const std::vector<std::string>& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) columns[table.columns[c]].push_back(row[c]);
  return columns;
}

} // namespace

template <class B>
class ObjectsComeAndGo : public RunsByRanks<B> {};
TYPED_TEST_SUITE(ObjectsComeAndGo, Backends, BackendNames);

TYPED_TEST(ObjectsComeAndGo, alike_on_any_number_of_ranks) {
  const Scenario s = who_comes_and_goes<TypeParam>();
  this->expect_the_same(s);
  const auto departures = [&](const char* run) {
    return content(run_files(this->folder.path / run).departures_csv);
  };
  EXPECT_TRUE(departures("1") == departures("3"));
  const auto left = columns_of(run_files(this->folder.path / "1").departures_csv);
  ASSERT_EQ(left.at("object").size(), 2u);
  EXPECT_EQ(std::set<std::string>(left.at("object").begin(), left.at("object").end()).size(), 2u);
  // 3 of the cells and platelets, but for those who are absent, at each time
  const auto kinds = columns_of(run_files(this->folder.path / "1").kinds_csv);
  const auto number_at = [&](const char* name, real time) {
    for (std::size_t i = 0; i < kinds.at("name").size(); ++i)
      if (kinds.at("name")[i] == name && std::abs(std::stod(kinds.at("time (us)")[i]) - time) < 1e-9)
        return std::stod(kinds.at("objects")[i]);
    return -1.0;
  };
  EXPECT_EQ(number_at("red cell", 0), 2);
  EXPECT_EQ(number_at("red cell", 3), 1);
  EXPECT_EQ(number_at("red cell", 10), 2);
  EXPECT_EQ(number_at("platelet", 10), 1);
}

TYPED_TEST(ObjectsComeAndGo, alike_after_a_resume) {
  const Scenario s = who_comes_and_goes<TypeParam>();
  const auto whole = this->run(s, 1, "whole");
  this->run(s, 3, "parts", 2);
  this->go_on(s, 2, "parts", 4);
  this->go_on(s, 1, "parts", 6.5);
  this->go_on(s, 4, "parts");
  expect_same_files(whole, this->folder.path / "parts");
  EXPECT_TRUE(content(run_files(whole).departures_csv) ==
              content(run_files(this->folder.path / "parts").departures_csv));
}

// Nobody is there yet, or any more: a kind without an object makes no forces, and rows of it have none.
TYPED_TEST(ObjectsComeAndGo, until_none_is_left) {
  Scenario s = who_comes_and_goes<TypeParam>();
  for (Placement& at : s.objects[0].placements) at.enters = 0, at.leaves = 3;
  s.objects[0].placements.resize(2);
  for (Placement& at : s.objects[1].placements)
    at.enters = 4, at.leaves = std::numeric_limits<real>::infinity();
  s.outlets.clear();
  this->expect_the_same(s);
  EXPECT_EQ(columns_of(run_files(this->folder.path / "1").departures_csv).at("object").size(), 2u);
}

// The file of a run in which an object never comes is that of a run without the object, but for who is named
// in it. On a GPU such a run computes its objects apart from each other, to other bits.
TEST(AbsentObjects, act_on_nothing) {
  const TestFolder folder;
  Scenario with = who_comes_and_goes<Cpu>();
  with.outlets.clear();
  for (ObjectKind& kind : with.objects)
    for (Placement& at : kind.placements) at.enters = 0, at.leaves = std::numeric_limits<real>::infinity();
  with.objects[0].placements[2].centre.y = 2;
  Scenario without = with;
  without.objects[0].placements.pop_back();
  with.objects[0].placements.back().enters = 1e6;
  const auto run = [&](Scenario s, const char* name) {
    s.output.folder = folder.path / name;
    RunOptions options;
    run_scenario<Cpu>(s, options);
    return columns_of(run_files(s.output.folder).cells_csv);
  };
  const auto a = run(with, "with"), b = run(without, "without");
  for (const auto& [title, values] : b)
    if (title != "object") {
      EXPECT_TRUE(a.at(title) == values) << title;
    }
}

// Where somebody is in the way, an object waits until that one has gone.
TEST(ObjectsThatCome, wait_for_room) {
  const TestFolder folder;
  Scenario s = who_comes_and_goes<Cpu>();
  s.outlets.clear();
  s.objects.resize(1);
  s.objects[0].placements[0].leaves = 6;
  s.objects[0].placements[2].centre = s.objects[0].placements[0].centre;
  s.objects[0].placements[2].enters = 2;
  s.output.folder = folder.path / "run";
  RunOptions options;
  run_scenario<Cpu>(s, options);
  const auto cells = columns_of(run_files(s.output.folder).cells_csv);
  real first = 1e9;
  for (std::size_t i = 0; i < cells.at("object").size(); ++i)
    if (cells.at("object")[i] == "2") first = std::min(first, std::stod(cells.at("time (us)")[i]));
  EXPECT_GE(first, 6);
  EXPECT_LE(first, 6 + 8 * s.time.step + 1e-9); // it looks every eighth step
}

TEST(Traffic, is_refused_where_it_cannot_be) {
  const auto messages = [](const Scenario& s, bool errors = true) {
    std::string all;
    for (const Finding& finding : check_scenario(s))
      if (finding.is_error == errors) all += finding.key + ": " + finding.message + "\n";
    return all;
  };
  Scenario s = who_comes_and_goes<Cpu>();
  s.keep_volume = true;
  EXPECT_NE(messages(s).find("coupling.keep_volume"), std::string::npos) << messages(s);
  s.keep_volume = false;
  s.outlets[0].within.high.z = s.outlets[0].within.low.z + 0.1;
  EXPECT_NE(messages(s, false).find("traffic.outlets.0.within: is 0.1 um wide in z"), std::string::npos)
      << messages(s, false);
}

} // namespace ibsim

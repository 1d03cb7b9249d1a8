// fluid.background_shear: {file: ..}: the table that is meant is read, a
// run's own scenario needs the file no more, and what is wrong is said where it is.
#include "base/error.hpp"
#include "flow_files/compare_scenarios.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_files/write_resolved.hpp"
#include "line_files/read_line_scenario.hpp"
#include "model/scenario.hpp"
#include "repository.hpp"
#include "schema/time_table.hpp"
#include "swept/line_solver.hpp"
#include "test_folder.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

const std::string with_table = "domain: {size: [16 um, 16 um, 16 um], cell: 1 um}\n"
                               "fluid: {background_shear: {file: shear.csv}}\n"
                               "time: {step: 0.1 us, end: 1 ms}\n";

class ShearRates : public ::testing::Test {
 protected:
  Scenario read(const std::string& text, const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> warnings;
    return read_scenario_text(text, (folder.path / "s.yaml").string(), overrides, warnings);
  }
  void expect_refused(const std::vector<std::string>& overrides, const std::string& words) {
    try {
      read(with_table, overrides);
      FAIL() << "not refused: " << words;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  }
  TestFolder folder;
};

} // namespace

TEST_F(ShearRates, come_from_a_table_beside_the_scenario) {
  write_text(folder.path / "shear.csv", "time (ms),wall shear rate (1/s)\n0,100\n0.5,-900\n1,100\n");
  const Scenario s = read(with_table, {"fluid.background_shear.repeats=true"});
  EXPECT_EQ(s.drive.shear_rate.bound(), 900e-6); // the largest, for the limits of the step
  EXPECT_EQ(s.initial_flow, InitialFlow::shear);
  EXPECT_DOUBLE_EQ(s.drive.shear_rate.at(250), -400e-6);
  EXPECT_DOUBLE_EQ(s.drive.shear_rate.at(1500), -900e-6);
  EXPECT_FALSE(read(with_table).drive.shear_rate.repeats);
  EXPECT_DOUBLE_EQ(read(with_table, {"fluid.background_shear.from=0.25 ms"}).drive.shear_rate.at(0), -400e-6);
}

// 0, 500 and 1000 1/s at 0, 0.5 and 1 ms, as spreadsheets and people write it.
TEST_F(ShearRates, come_in_the_dialects_of_tables) {
  for (const char* table :
       {"time (ms),rate (1/s)\n0,0\n1,1000\n", "Time[ms] , Rate [1/s]\n 0 , 0 \n 1 , 1000\n",
        "time (ms);rate (1/s)\n0;0\n1;1000\n", "time (s)\trate (1/ms)\r\n0\t0\r\n0.001\t1\r\n",
        "rate (1/s),time (ms)\n0,0\n1000,1\n",
        "\"t (ms)\",\"dv/dy (1/s)\",\n\"0\",\"0\",\n\"1\",\"1e3\",\n"}) {
    write_text(folder.path / "shear.csv", table);
    const Scenario s = read(with_table);
    EXPECT_EQ(s.drive.shear_rate.times, (std::vector<real>{0, 1000})) << table;
    EXPECT_NEAR(s.drive.shear_rate.at(500), 500e-6, 1e-18) << table; // two roundings
  }
  const auto refused = [&](const char* table, const char* words) {
    write_text(folder.path / "shear.csv", table);
    expect_refused({}, words);
  };
  refused("time (ms);rate (1/s)\n0;0\n0,5;1000\n", "shear.csv:3: time (ms): a number has a decimal point");
  refused("time (ms),rate (1/s)\n0,0\n0,5,1000\n",
          "shear.csv:3: has 3 cells, not 2 as the first line; numbers");
  refused("0,0\n1,1000\n", "shear.csv:1: has numbers; expected the names of the columns");
  refused(",time (ms),rate (1/s)\n0,0,0\n1,1,1000\n", "shear.csv:1: column 1 has no name");
}

TEST_F(ShearRates, of_a_run_are_in_its_own_scenario) {
  write_text(folder.path / "shear.csv", "time (ms),rate (1/s)\n0,100\n0.1,1e3/7\n0.7,3\n");
  const Scenario once = read(with_table, {"fluid.background_shear.repeats=true"});
  std::filesystem::remove(folder.path / "shear.csv");
  const Scenario twice = read(resolved_scenario(once));
  EXPECT_EQ(twice.drive.shear_rate.times, once.drive.shear_rate.times);
  EXPECT_EQ(twice.drive.shear_rate.values, once.drive.shear_rate.values);
  EXPECT_TRUE(twice.drive.shear_rate.repeats);
  EXPECT_TRUE(scenario_differences(once, twice).empty());
}

// A resume refuses a table that has changed, and says so in a line that can be read.
TEST_F(ShearRates, that_differ_are_told_briefly) {
  std::string table = "time (ms),rate (1/s)\n";
  for (int i = 0; i < 500; ++i) table += std::to_string(i) + ",100\n";
  write_text(folder.path / "shear.csv", table);
  const Scenario before = read(with_table);
  write_text(folder.path / "shear.csv", table.replace(table.rfind("100"), 3, "200"));
  const auto differences = scenario_differences(before, read(with_table));
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].key, "fluid.background_shear.values");
  EXPECT_EQ(differences[0].effect, ChangeEffect::physics);
  EXPECT_NE(differences[0].first, differences[0].second);
  EXPECT_LT(differences[0].first.size(), 80u);
}

TEST_F(ShearRates, that_are_no_table_are_refused) {
  expect_refused({}, "s.yaml:2:34: fluid.background_shear.file: ");
  expect_refused({}, "shear.csv: cannot be read: No such file");
  write_text(folder.path / "shear.csv", "time (ms),rate (1/s)\n0,1\n1,2\n");
  expect_refused({"fluid.background_shear.values=[1 1/s]"}, "a file or times and values, not both");
  expect_refused({"fluid.background_shear={times: [0 us, 1 us]}"},
                 "missing key \"fluid.background_shear.values\"");
  expect_refused({"fluid.background_shear={times: [0 us, 1 us], values: [1 1/s]}"}, "2 times and 1 values");
  expect_refused({"fluid.background_shear={times: [1 us, 1 us], values: [1 1/s, 2 1/s]}"}, "times must grow");
  expect_refused({"fluid.background_shear={times: [1 us], values: [1 1/s]}"}, "at least two rows");
  expect_refused({"fluid.background_shear={times: [1, 2], values: [1 1/s, 2 1/s]}"},
                 "fluid.background_shear.times.0");
  expect_refused({"fluid.background_shear={flie: shear.csv}"}, "did you mean \"file\"");
  expect_refused({"fluid.background_shear=[1 1/s]"},
                 "fluid.background_shear: expected a value with its unit");
  for (const char* bad :
       {"", "time (ms),rate (1/s),case\n0,1,a\n1,1,a\n", "time (ms),rate (1/s)\n0,1\n1,1,7\n",
        "time,rate (1/s)\n0,1\n1,1\n", "time (ms),rate (mm)\n0,1\n1,1\n", "time (ms),rate (1/s)\n1,1\n0,1\n",
        "time (ms),rate (1/s)\n0,1\n", "time (ms),rate (1/s)\n0,x\n1,1\n", "time (ms)\n0\n"}) {
    write_text(folder.path / "shear.csv", bad);
    expect_refused({}, "shear.csv");
  }
}

// data/pulse is what config/pulse.yaml gives: its scenario run again, the rate in the middle of the vessel.
// The sines of the inflow may differ in their last bits from machine to machine, and nothing here amplifies
// them.
TEST(PulseTable, is_that_of_its_scenario) {
  std::vector<std::string> warnings;
  const line::LineScenario s = read_line_scenario(repository() / "config" / "pulse.yaml", {}, warnings);
  const TimeTable table = read_time_table(repository() / "data" / "pulse" / "wall_shear_facial.csv",
                                          "wall shear rate", dimension::rate);
  const line::LineSetUp set = line::set_up(s);
  std::size_t vessel = 0;
  while (s.network.vessels.at(vessel).name != "facial") ++vessel;
  const line::Segment& segment = set.lines.segments[vessel];
  const auto middle = static_cast<std::size_t>(segment.first + segment.points / 2);
  const Stream<Cpu> stream;
  const auto solver = line::make_line_solver(stream, s, set);
  real most = 0;
  for (std::size_t row = 0; row < table.times.size() && table.times[row] <= 50e3; row += 10) {
    solver->advance(static_cast<std::uint64_t>(std::lround(table.times[row] / s.time.step)) -
                    solver->steps());
    const auto fields = line::output_fields(s, set, solver->values());
    const real shear =
        line::wall_shear_rate(s.network.profile, (fields[2][middle - 1] + fields[2][middle]) / 2,
                              (fields[3][middle - 1] + fields[3][middle]) / 2);
    EXPECT_NEAR(shear, table.values[row], 1e-9 * 1e-3) << table.times[row];
    most = std::max(most, shear);
  }
  EXPECT_GT(most, 1e-3); // of thousands a second, as in arteries
}

} // namespace ibsim

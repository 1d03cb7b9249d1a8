// A key that changes in time is a constant, a sine or a table; a scenario has one kind and errors with
// places.
#include "error_of.hpp"
#include "schema/scenario_file.hpp"
#include "schema/signal_key.hpp"
#include "schema/time_table.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

Signal signal(const std::string& text, const fs::path& folder = {}) {
  return read_signal(parse_yaml(text, "s.yaml"), "v", dimension::velocity, folder);
}
std::string error_in(const std::string& text) {
  return error_of([&] { signal(text); });
}

TEST(SignalKey, reads_a_constant_and_a_sine) {
  EXPECT_EQ(signal("2 mm/s"), (Signal{.mean = 2e-3}));
  const Signal sine = signal("{mean: 1 mm/s, amplitude: 2 mm/s, period: 4 ms, phase: 90 deg}");
  EXPECT_EQ(sine.period, 4000);
  // At phase 90 deg the sine begins at its top; half a period later it is at its bottom. Terms are exact but
  // for a few roundings of numbers near 3e-3.
  EXPECT_NEAR(sine.at(0), 3e-3, 1e-17);
  EXPECT_NEAR(sine.at(2000), -1e-3, 1e-17);
}

TEST(SignalKey, reads_a_table_from_lists_and_files) {
  const TestFolder folder;
  write_text(folder.path / "v.csv", "# measured\ntime (ms),value (mm/s)\n0,0\n1,2\n3,0\n");
  const Signal listed =
                   signal("{times: [0 ms, 1 ms, 3 ms], values: [0 mm/s, 2 mm/s, 0 mm/s], repeats: true}"),
               file = signal("{file: v.csv, repeats: true}", folder.path);
  EXPECT_EQ(listed, file);
  EXPECT_EQ(listed.at(500), listed.at(3500)); // a table that repeats has the period 3 ms
  EXPECT_EQ(listed.at(2000), 1e-3);           // half way from 2 mm/s to 0
  const Signal later = signal("{times: [0 ms, 1 ms], values: [0 mm/s, 2 mm/s], from: 0.5 ms}");
  EXPECT_EQ(later.at(0), 1e-3);
}

TEST(SignalKey, writes_what_reads_back_to_the_bit) {
  for (const char* text :
       {"1/3 mm/s", "{mean: 1/3 mm/s, amplitude: 1/7 mm/s, period: 1/9 ms, phase: 1/3 rad}",
        "{times: [0 ms, 1/3 ms], values: [1/7 mm/s, -1e-9 mm/s], repeats: true}"}) {
    const Signal once = signal(text);
    EXPECT_EQ(signal(signal_yaml(once, dimension::velocity)), once) << text;
  }
}

TEST(SignalKey, refuses_what_has_no_meaning) {
  EXPECT_EQ(error_in("{mean: 1 mm/s, period: 1 ms}"),
            "s.yaml:1:24: v.period: has no meaning without an amplitude");
  EXPECT_EQ(error_in("{mean: 1 mm/s, phase: 1 rad}"),
            "s.yaml:1:23: v.phase: has no meaning without an amplitude");
  EXPECT_EQ(error_in("{amplitude: 1 mm/s}"), "s.yaml:1:1: missing key \"v.period\", such as period: 1 ms");
  EXPECT_EQ(error_in("{amplitude: 1 mm/s, period: 0 ms}"),
            "s.yaml:1:29: v.period: must be greater than zero, got \"0 ms\"");
  EXPECT_EQ(error_in("{mean: 1 mm/s, repeats: true}"),
            "s.yaml:1:25: v.repeats: has no meaning without a table");
  EXPECT_EQ(error_in("{file: a.csv, times: [0 ms]}"),
            "s.yaml:1:1: v: expected a file or times and values, not both");
  EXPECT_EQ(error_in("{times: [0 ms, 1 ms], values: [0 mm/s]}"),
            "s.yaml:1:1: v: there are 2 times and 1 values");
  EXPECT_EQ(error_in("{times: [0 ms], values: [0 mm/s]}"),
            "s.yaml:1:1: v: a table over time needs at least two rows");
  EXPECT_EQ(error_in("{times: [1 ms, 1 ms], values: [0 mm/s, 0 mm/s]}"),
            "s.yaml:1:1: v: times must grow: 1000 us comes after 1000 us");
  EXPECT_TRUE(
      error_in("{times: 3, values: [0 mm/s]}").starts_with("s.yaml:1:9: v.times: expected a list, each "));
  EXPECT_EQ(error_in("1e40 mm/s"), "s.yaml:1:1: v: is outside the range of numbers");
}

TEST(TimeTable, has_its_units_in_the_header) {
  const TestFolder folder;
  const fs::path file = folder.path / "t.csv";
  const auto read = [&](const std::string& text) {
    write_text(file, text);
    return read_time_table(file, "shear rate", dimension::rate);
  };
  const auto error = [&](const std::string& text) { return error_of([&] { read(text); }); };
  const TimeTable table = read("rate (1/s),time (ms)\n10,0\n30,2\n"); // the columns may be in either order
  EXPECT_EQ(table.times, (std::vector<real>{0, 2000}));
  EXPECT_EQ(table.at(-1), table.values[0]); // before the first row as there
  EXPECT_EQ(table.at(1e9), table.values[1]);
  // Halfway between 10/s and 30/s are 20/s, 2e-5/us, but for a rounding.
  EXPECT_NEAR(table.at(1000), 20e-6, 1e-20);
  EXPECT_EQ(error("time (ms),rate\n0,1\n1,2\n"),
            file.string() + ":1: column \"rate\" has no unit, as in \"shear rate (1/us)\"");
  EXPECT_EQ(error("time (ms),rate (1/s)\n0,1\n0,2\n"), file.string() + ":3: times must grow");
  EXPECT_EQ(error("time (ms),rate (1/s)\n0,1\n"),
            file.string() + ": a table over time needs at least two rows");
  EXPECT_TRUE(error("time (ms),rate (1/s)\n0,x\n").starts_with(file.string() + ":2: rate (1/s): "));
  EXPECT_TRUE(error("time (ms)\n0\n").starts_with(file.string() + ":1: expected two columns, "));
  EXPECT_TRUE(error("").starts_with(file.string() + ": needs a header such as \"time (ms),"));
}

TEST(ScenarioFile, is_a_regular_file_of_text) {
  const TestFolder folder;
  const auto error = [&](const fs::path& path) { return error_of([&] { scenario_text(path); }); };
  const fs::path file = folder.path / "quickstart.yaml";
  write_text(file, "title: a\n");
  EXPECT_EQ(scenario_text(file), "title: a\n");
  EXPECT_EQ(error(folder.path / "quikstart.yaml"), (folder.path / "quikstart.yaml").string() +
                                                       ": no such file; did you mean \"" + file.string() +
                                                       "\"?");
  EXPECT_EQ(error(folder.path), folder.path.string() + ": is not a file with a scenario");
  write_text(folder.path / "scenario.yaml", "");
  EXPECT_EQ(error(folder.path), folder.path.string() + ": is the folder of a run; ibsim resume continues it");
}

TEST(ScenarioFile, has_one_kind_and_may_be_changed_by_options) {
  const std::vector<std::string> kinds{"flow", "line"};
  const auto tree = [](const std::string& text, const std::vector<std::string>& options = {}) {
    return scenario_tree(text, "s.yaml", options);
  };
  EXPECT_EQ(scenario_kind(tree("title: a"), kinds), "flow");
  EXPECT_EQ(scenario_kind(tree("kind: line"), kinds), "line");
  EXPECT_EQ(scenario_kind(tree("kind: line", {"kind=flow"}), kinds), "flow");
  EXPECT_EQ(error_of([&] { scenario_kind(tree("kind: lien"), kinds); }),
            "s.yaml:1:7: kind: expected one of flow, line, got \"lien\"; did you mean \"line\"?");
  EXPECT_EQ(error_of([&] { tree("# nothing\n"); }), "s.yaml:1:1: the scenario is empty");
}

TEST(ScenarioFile, gives_places_to_errors_that_begin_with_a_key) {
  const Tree root = parse_yaml("method:\n  node: 65\n", "s.yaml");
  EXPECT_EQ(with_place("method.node: must be even", root), "s.yaml:2:9: method.node: must be even");
  EXPECT_EQ(with_place("method.other: is missing", root), "s.yaml:2:3: method.other: is missing");
  EXPECT_EQ(with_place("fluid.density: is missing", root), "fluid.density: is missing"); // no such key there
  EXPECT_EQ(with_place("the box is too small", root), "the box is too small");
}

} // namespace
} // namespace ibsim

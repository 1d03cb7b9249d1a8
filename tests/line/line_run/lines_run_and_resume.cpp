// `kind: line` as a user meets it: a run that is stopped and resumed, with another scheme, leaves the files
// of one that was never stopped, byte for byte; what is wrong in a scenario is refused where it is; what is
// written reads back.
#include "base/error.hpp"
#include "base/log.hpp"
#include "files/read_csv.hpp"
#include "files/run_folder.hpp"
#include "line_files/read_line_scenario.hpp"
#include "line_run/line_application.hpp"
#include "line_run/line_outputs.hpp"
#include "line_run/stable_step.hpp"
#include "parallel/device.hpp"
#include "parallel/with_cuda.hpp"
#include "repository.hpp"
#include "schema/time_table.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

namespace ibsim {
namespace {

namespace fs = std::filesystem;

const std::string artery = R"(kind: line
equation:
  pulse:
    density: 1.06 g/cm^3
    viscosity: 4 cP
    initial_pressure: 12 kPa
    inflow: {half_sine: {peak: 0.015 mL/s, duration: 35 ms, period: 100 ms}}
    vessels:
      - {name: stem, length: 10 mm, radius: 0.25 mm, young: 400 kPa, wall: 25 um, reference_pressure: 12 kPa}
      - {name: left, parent: stem, length: 8 mm, radius: 0.18 mm, young: 400 kPa, wall: 20 um,
         reference_pressure: 12 kPa,
         outflow: {windkessel: {proximal: 6e10 Pa s/m^3, distal: 8e12 Pa s/m^3, compliance: 2e-14 m^3/Pa}}}
      - {name: right, parent: stem, length: 8 mm, radius: 0.18 mm, young: 400 kPa, wall: 20 um,
         reference_pressure: 12 kPa,
         outflow: {reflection: 0.3}}
domain: {cell: 0.1 mm}
time: {step: 8 us, end: 8 ms}
output: {frames_every: 1 ms, series_every: 0.2 ms, checkpoint_every: 3 ms}
)";
const std::string rod = R"(kind: line
equation: {heat: {diffusivity: 1 mm^2/s}}
domain: {points: 256, cell: 1 mm, ends: insulated}
time: {step: 0.4 s, end: 200 s}
output: {frames_every: 30 s, series_every: 7 s, checkpoint_every: 50 s}
)";

RunRequest line_for(const fs::path& file, const fs::path& output) {
  RunRequest line;
  line.file = file, line.output = output, line.quiet = true, line.device = DeviceKind::cpu,
  line.device_given = true;
  return line;
}

/// Name and content of everything that a run has left but its log, its scenario and its checkpoints.
std::map<std::string, std::string> files_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (!entry.is_regular_file() || name == "ibsim.log" || name == "ibsim.lock" ||
        name.starts_with("scenario") || name.starts_with("checkpoint"))
      continue;
    files[name] = content(entry.path());
  }
  return files;
}

class Lines : public ::testing::Test {
 protected:
  void SetUp() override { log::set_console_level(log::Level::error); }
  TestFolder folder;
};

line::LineScenario read(const std::string& text, std::vector<std::string> overrides = {}) {
  std::vector<std::string> warnings;
  return read_line_scenario_text(text, "test.yaml", overrides, warnings);
}

void expect_refused(const std::string& text, const std::vector<std::string>& overrides,
                    const std::string& words) {
  try {
    read(text, overrides);
    FAIL() << "not refused: " << words;
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
}

} // namespace

TEST_F(Lines, resume_to_the_bit) {
  for (const std::string& text : {rod, artery}) {
    const bool pulse = text == artery;
    const fs::path file = folder.path / "scenario.yaml",
                   whole = folder.path / (pulse ? "whole_pulse" : "whole"),
                   parts = folder.path / (pulse ? "parts_pulse" : "parts");
    write_text(file, text);
    run_line(line_for(file, whole));
    RunRequest begin = line_for(file, parts);
    begin.overrides = {pulse ? "time.end=4.1 ms"
                             : "time.end=111 s"}; // an end that rows and frames know of: cut off
    run_line(begin);
    RunRequest rest = line_for(parts, {});
    rest.overrides = {"method.scheme=classic"};
    rest.until = pulse ? "8 ms" : "200 s";
    resume_line(rest);
    const auto a = files_of(whole), b = files_of(parts);
    EXPECT_GT(a.size(), 8u);
    for (const auto& [name, bytes] : a) {
      ASSERT_TRUE(b.contains(name)) << name;
      EXPECT_TRUE(bytes == b.at(name)) << name;
    }
    EXPECT_EQ(a.size(), b.size());
    RunRequest both = line_for(whole, {});
    both.other = parts;
    EXPECT_EQ(diff_line(both), 0);
  }
}

// Tables of three uneven times, of two rows, and of a late begin, into a vessel that lets all out. The first
// point lags behind the inlet by half a cell and half a step, 0.39 mm/6.6 m/s + 50 us; the steepest table
// rises by 10 mL/s in 0.1 s, so the flow there differs by 0.011 mL/s at most.
TEST_F(Lines, follow_the_rows_of_an_inflow) {
  const auto flow_of = [&](const std::string& inflow) {
    const fs::path file = folder.path / "s.yaml", output = folder.path / "out";
    write_text(file, R"(kind: line
equation:
  pulse:
    density: 1060 kg/m^3
    viscosity: 4e-3 Pa s
    inflow: )" + inflow + R"(
    vessels:
      - {name: artery, length: 100 mm, radius: 3 mm, young: 700 kPa, wall: 0.3 mm, outflow: {reflection: 0}}
domain: {cell: 1 mm}
time: {step: 100 us, end: 1.6 s}
output: {frames_every: never, checkpoint_every: never, series_every: 10 ms}
)");
    RunRequest request = line_for(file, output);
    request.overwrite = true;
    run_line(request);
    const CsvTable table = read_run_csv(output / "run.csv");
    const std::size_t inflow_column = table.column("inflow (um^3/us)");
    return [table, inflow_column](real seconds) {
      const auto row = static_cast<std::size_t>(std::lround(seconds * 100));
      return std::strtod(table.rows.at(row).at(inflow_column).c_str(), nullptr) / 1e6; // mL/s
    };
  };
  constexpr real lag = 0.011;
  const auto triangle = flow_of("{times: [0 s, 0.3 s, 1 s], flows: [0 mL/s, 10 mL/s, 0 mL/s]}");
  EXPECT_NEAR(triangle(0.3), 10, lag);
  EXPECT_NEAR(triangle(0.15), 5, lag);
  EXPECT_NEAR(triangle(0.65), 5, lag);
  EXPECT_NEAR(triangle(1.0), 0, lag);
  EXPECT_NEAR(triangle(1.3), 10, lag); // a period is as long as the table
  real volume = 0;
  for (int i = 0; i < 100; ++i) volume += 0.005 * (triangle(0.01 * i) + triangle(0.01 * (i + 1)));
  EXPECT_NEAR(volume, 5, lag); // of a triangle, mL
  const auto two_rows = flow_of("{times: [0 s, 1 s], flows: [0 mL/s, 10 mL/s]}");
  EXPECT_NEAR(two_rows(0.99), 9.9, lag);
  EXPECT_NEAR(two_rows(1.5), 5, lag); // after the jump at 1 s
  for (const char* repeats : {"true", "false"}) {
    const auto late =
        flow_of(std::string("{times: [0.5 s, 0.6 s, 1.5 s], flows: [1 mL/s, 11 mL/s, 2 mL/s], repeats: ") +
                repeats + "}");
    EXPECT_NEAR(late(0.1), 1, lag) << repeats; // the first value
    EXPECT_NEAR(late(0.5), 1, lag) << repeats;
    EXPECT_NEAR(late(0.55), 6, lag) << repeats;
    EXPECT_NEAR(late(0.6), 11, lag) << repeats;
    EXPECT_NEAR(late(1.05), 6.5, lag) << repeats;
    EXPECT_NEAR(late(1.55), *repeats == 't' ? 6 : 2, lag) << repeats;
  }
}

// A table whose ends differ jumps where it begins anew, and its reader is told.
TEST_F(Lines, tell_where_an_inflow_jumps) {
  const auto warned = [](const std::string& inflow) {
    std::vector<std::string> warnings;
    std::string text = artery;
    const std::string half_sine = "{half_sine: {peak: 0.015 mL/s, duration: 35 ms, period: 100 ms}}";
    text.replace(text.find(half_sine), half_sine.size(), inflow);
    read_line_scenario_text(text, "test.yaml", {}, warnings);
    return warnings.empty() ? std::string() : warnings[0];
  };
  EXPECT_EQ(warned("{times: [0 s, 0.1 s], flows: [0 mL/s, 0.01 mL/s]}"),
            "test.yaml:7:13: equation.pulse.inflow: the table repeats every 100 ms, from its first time to "
            "its last; "
            "there the flow jumps from 0.01 mL/s to 0 mL/s (repeats: false follows the table once)");
  EXPECT_EQ(warned("{times: [0 s, 0.1 s], flows: [0 mL/s, 0.01 mL/s], repeats: false}"), "");
  EXPECT_EQ(warned("{times: [0 s, 0.05 s, 0.1 s], flows: [0 mL/s, 0.01 mL/s, 0 mL/s]}"), "");
}

// Whatever of a run is damaged is named by a resume, `diff` and `info`, and nothing goes on over it.
TEST_F(Lines, that_are_damaged_are_told) {
  const fs::path file = folder.path / "s.yaml", good = folder.path / "good", run = folder.path / "run";
  write_text(file, artery);
  run_line(line_for(file, good));
  RunRequest begin = line_for(file, run);
  begin.overrides = {"time.end=4.1 ms"};
  run_line(begin);
  const auto refusal = [](const auto& act) -> std::string {
    try {
      act();
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  };
  RunRequest rest = line_for(run, {});
  rest.until = "8 ms";
  RunRequest both = line_for(good, {});
  both.other = run;
  for (const char* name : {"run.csv", "vessels.csv", "wall_shear_left.csv", "frames/line_000002.csv",
                           "frames/line_000002.vtkhdf"}) {
    const std::string whole = content(run / name);
    const bool is_frame = std::string(name).find("frames") == 0,
               is_table = std::string(name).ends_with("csv");
    std::string zeros = whole, digit = whole;
    std::fill_n(zeros.begin() + static_cast<std::ptrdiff_t>(whole.size() / 3), 200, '\0');
    char& changed = digit[digit.find_first_of("123456", digit.size() / 2)];
    changed += 1;
    for (const std::string& damaged : {zeros, digit}) {
      write_text(run / name, damaged);
      EXPECT_NE(refusal([&] { resume_line(rest); }).find(name), std::string::npos) << name;
      if (damaged == digit && !is_frame) {
        EXPECT_EQ(diff_line(both), 1) << name; // a table with another number
      } else {
        EXPECT_NE(refusal([&] { diff_line(both); }).find(name), std::string::npos) << name;
      }
      if (damaged == zeros && is_table && !is_frame) {
        EXPECT_NE(refusal([&] { describe_line(run); }).find(name), std::string::npos) << name;
      }
    }
    write_text(run / name, whole);
  }
  fs::remove(run / "frames/line_000002.csv"); // what is taken away is not missed
  EXPECT_EQ(resume_line(rest), 0);
  EXPECT_EQ(diff_line(both), 0);
}

#if defined(IBSIM_WITH_CUDA)
// A run may go on on another device, and leaves the same bytes.
TEST_F(Lines, begun_on_one_device_end_on_the_other) {
  if (!why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
  for (const std::string& text : {rod, artery}) {
    const std::string name = text == artery ? "pulse" : "rod", middle = text == artery ? "4.1 ms" : "111 s",
                      end = text == artery ? "8 ms" : "200 s";
    const fs::path file = folder.path / "scenario.yaml";
    write_text(file, text);
    for (const DeviceKind first : {DeviceKind::cpu, DeviceKind::cuda}) {
      const std::string which = name + (first == DeviceKind::cpu ? "_cpu" : "_cuda");
      RunRequest whole = line_for(file, folder.path / ("whole_" + which)),
                 begin = line_for(file, folder.path / ("parts_" + which)), rest = line_for(begin.output, {});
      whole.device = begin.device = first;
      rest.device = first == DeviceKind::cpu ? DeviceKind::cuda : DeviceKind::cpu;
      begin.overrides = {"time.end=" + middle};
      rest.until = end;
      run_line(whole);
      run_line(begin);
      resume_line(rest);
      EXPECT_TRUE(files_of(whole.output) == files_of(begin.output)) << which;
    }
  }
}
#endif

// `auto` takes any number of points: where no node divides them, plain stepping.
TEST_F(Lines, of_any_even_number_of_points_run) {
  const fs::path file = folder.path / "rod.yaml";
  write_text(file, rod);
  RunRequest line = line_for(file, folder.path / "out");
  line.overrides = {"domain.points=62"};
  EXPECT_EQ(run_line(line), 0);
  EXPECT_TRUE(fs::exists(folder.path / "out" / "frames" / "line_000001.csv"));
  line.output = folder.path / "long"; // too long for tables to be of use
  line.overrides = {"domain.points=131074", "time.end=4 s"};
  EXPECT_EQ(run_line(line), 0);
  EXPECT_TRUE(fs::exists(line.output / "frames" / "line_000001.vtkhdf"));
  EXPECT_FALSE(fs::exists(line.output / "frames" / "line_000001.csv"));
}

TEST_F(Lines, resume_refuses_another_scenario) {
  const fs::path file = folder.path / "rod.yaml", out = folder.path / "out";
  write_text(file, rod);
  run_line(line_for(file, out));
  RunRequest other = line_for(out, {});
  other.overrides = {"equation.heat.diffusivity=0.9 mm^2/s"};
  other.until = "300 s";
  EXPECT_THROW(resume_line(other), InputError);
}

TEST_F(Lines, divergence_is_an_error_with_its_place) {
  const fs::path file = folder.path / "rod.yaml";
  write_text(file, rod);
  RunRequest line = line_for(file, folder.path / "out");
  line.overrides = {"time.step=1 s", "time.end=4000 s", "time.beyond_stability_limit=true"};
  EXPECT_THROW(run_line(line), NumericalError);
}

/// The carotid artery of pulse_waves.cpp with three times its flow, from rest without pressure: 13 kPa
/// stiffen its wall, so that waves become a sixth faster.
const std::string stiffening = R"(kind: line
equation:
  pulse:
    density: 1060 kg/m^3
    viscosity: 4e-3 Pa s
    inflow: {half_sine: {peak: 20 mL/s, duration: 0.3 s, period: 1 s}}
    vessels:
      - {name: artery, length: 126 mm, radius: 3 mm, young: 700 kPa, wall: 0.3 mm,
         outflow: {windkessel: {proximal: 2.4875e8 Pa s/m^3, distal: 1.8697e9 Pa s/m^3,
                                compliance: 1.7529e-10 m^3/Pa}}}
domain: {cell: 1 mm}
time: {step: 145 us, end: 4 s}
output: {frames_every: never, checkpoint_every: never, series_every: 10 ms}
)";

// 145 us are 98 % of the limit at the start, 126 mm/128/6.64 m/s. The limit of all of the run is less, and
// runs keep it; steps a twentieth longer diverge, for a scheme with c dt/dx > 1 everywhere doubles waves of
// two cells in some steps.
TEST_F(Lines, know_the_limit_of_waves_that_pressure_makes_faster) {
  const line::LineScenario s = read(stiffening);
  const line::LineSetUp set = line::set_up(s);
  std::vector<std::string> warnings;
  EXPECT_NEAR(s.time.step / line::step_limit(s, set).step, 0.98, 0.01);
  std::string refusal;
  try {
    require_stable_step(s, set, "s.yaml", warnings);
  } catch (const InputError& e) {
    refusal = e.what();
  }
  for (const char* words : {"s.yaml: time.step: 145 us is more than the stability limit",
                            "(|u| + c) dt/dx <= 1 in artery", " mm, where the pressure is ", " kPa at "})
    EXPECT_NE(refusal.find(words), std::string::npos) << refusal;
  const line::StepLimit limit =
      require_stable_step(read(stiffening, {"time.step=100 us"}), set, "s.yaml", warnings);
  const auto run = [&](real step) {
    const fs::path file = folder.path / "s.yaml";
    write_text(file, stiffening);
    RunRequest request = line_for(file, folder.path / "out");
    request.overwrite = true;
    request.overrides = {"time.step=" + std::to_string(step) + " us", "time.beyond_stability_limit=true"};
    run_line(request);
  };
  EXPECT_NO_THROW(run(0.999 * limit.step));
  std::string told;
  try {
    run(1.08 * limit.step);
  } catch (const NumericalError& e) {
    told = e.what();
  }
  for (const char* words :
       {"diverged: at step ", ", artery at ", " mm is no longer finite", "passed 1 in artery at "})
    EXPECT_NE(told.find(words), std::string::npos) << told;
}

const std::string ring = R"(kind: line
equation:
  pulse:
    density: 1060 kg/m^3
    viscosity: 4e-3 Pa s
    inflow: {half_sine: {peak: 5 mL/s, duration: 0.3 s, period: 0.8 s}}
    vessels:
      - {name: v0, length: 50 mm, radius: 3 mm, young: 700 kPa, wall: 0.3 mm}
      - {name: a, parent: v0, length: 50 mm, radius: 2 mm, young: 700 kPa, wall: 0.2 mm}
      - {name: b, parent: v0, length: 50 mm, radius: 2 mm, young: 700 kPa, wall: 0.2 mm}
      - {name: end, parent: [a, b], length: 50 mm, radius: 3 mm, young: 700 kPa, wall: 0.3 mm, loss: 1.5,
         outflow: {resistance: 1e9 Pa s/m^3, outlet_pressure: 5 mmHg}}
domain: {cell: 1 mm}
time: {step: 20 us, end: 0.1 s}
output: {frames_every: never, checkpoint_every: never, series_every: 10 ms}
)";

// Vessels may meet again, as in the circle of Willis; equal ones share the flow.
TEST_F(Lines, may_meet_again) {
  const line::LineScenario s = read(ring);
  EXPECT_EQ(resolved_line_scenario(read(resolved_line_scenario(s))), resolved_line_scenario(s));
  write_text(folder.path / "s.yaml", ring);
  run_line(line_for(folder.path / "s.yaml", folder.path / "out"));
  const CsvTable table = read_run_csv(folder.path / "out" / "vessels.csv");
  const auto flow = [&](std::size_t row) {
    return std::strtod(table.rows.at(row).at(table.column("flow (um^3/us)")).c_str(), nullptr);
  };
  const std::size_t last = table.rows.size() - 4;        // v0, a, b, end
  EXPECT_GT(flow(last), 1e6);                            // 1 mL/s
  EXPECT_NEAR(flow(last + 1) / flow(last + 2), 1, 1e-9); // Newton's method ends at rounding
  expect_refused(ring, {"equation.pulse.vessels.3.parent=[a, a]"}, "names \"a\" twice");
  expect_refused(ring, {"equation.pulse.vessels.3.parent=[a, c]"}, "no vessel \"c\" stands above this one");
  expect_refused(ring, {"equation.pulse.vessels.2.parent=a", "equation.pulse.vessels.3.parent=[a, b]"},
                 "vessel b: begins and ends at the same place");
  expect_refused(ring, {"equation.pulse.vessels.0.loss=1"}, "needs a vessel before it");
  expect_refused(ring, {"equation.pulse.vessels.3.outflow={resistance: 1e9 Pa s/m^3, reflection: 0}"},
                 "expected one of reflection: 0, windkessel: {..}, resistance, pressure");
}

// The pressure at an inlet may be given, in a scenario or a file, and holds there: the vessel lets all out,
// so the wave that enters is the pressure itself. The first point lags by half a cell and half a step, 0.1 ms
// of
// 10 kPa in 0.2 s.
TEST_F(Lines, may_have_a_pressure_at_the_inlet) {
  const std::string half_sine = "{half_sine: {peak: 20 mL/s, duration: 0.3 s, period: 1 s}}";
  const auto with = [&](const std::string& inflow) {
    std::string changed = stiffening;
    return changed.replace(changed.find(half_sine), half_sine.size(), inflow);
  };
  expect_refused(with("{times: [0 s, 1 s], flows: [0 mL/s, 0 mL/s], pressures: [0 kPa, 0 kPa]}"), {},
                 "give flows or pressures, not both");
  write_text(folder.path / "p.csv", "Time (s);Pressure [mmHg]\n0;0\n0.2;75\n0.4;0\n");
  std::vector<std::string> warnings;
  const std::vector<std::string> shorter{"time.step=50 us", "time.end=0.4 s",
                                         "equation.pulse.vessels.0.outflow={reflection: 0}"};
  write_text(folder.path / "s.yaml", with("{file: p.csv}"));
  const line::LineScenario s = read_line_scenario(folder.path / "s.yaml", shorter, warnings);
  EXPECT_EQ(s.inflow.times, (std::vector<real>{0, 0.2e6, 0.4e6}));
  EXPECT_DOUBLE_EQ(s.inflow.pressures.at(1), 75 * 0.133322387415);
  RunRequest request = line_for(folder.path / "s.yaml", folder.path / "out");
  request.overrides = shorter;
  run_line(request);
  const CsvTable table = read_run_csv(folder.path / "out" / "vessels.csv");
  const std::size_t column = table.column("pressure at the inlet (kPa)");
  for (const std::size_t row : {10, 20, 30}) // every 10 ms
    EXPECT_NEAR(std::strtod(table.rows.at(row).at(column).c_str(), nullptr),
                10 - std::abs(static_cast<real>(row) - 20) / 2, 0.01)
        << row;
}

// A vessel has the cells that are asked for, but for the fraction that fills its length, or makes it four of
// a node.
TEST_F(Lines, have_the_cells_of_the_scenario) {
  for (const auto& [cell, points] : {std::pair{"1 mm", 128}, {"2 mm", 64}, {"10 mm", 16}, {"0.1 mm", 1280}}) {
    const line::LineScenario s = read(stiffening, {std::string("domain.cell=") + cell, "time.step=1 us"});
    EXPECT_EQ(line::set_up(s).lines.points(), points) << cell;
  }
}

TEST_F(Lines, what_is_resolved_reads_back) {
  write_text(folder.path / "flow.csv", "time (ms),flow (mL/s)\n0,0\n20,0.01\n100,0\n");
  const std::string from_file = std::string(artery).replace(
      artery.find("{half_sine"), artery.find("period: 100 ms}}") + 16 - artery.find("{half_sine"),
      "{file: \"" + (folder.path / "flow.csv").string() + "\"}");
  const std::string ks = "kind: line\nequation: {kuramoto_sivashinsky: {form: flux}}\ndomain: {points: 64, "
                         "cell: 1/2}\ntime: {step: 5e-3, end: 1}\n";
  const std::string gas = "kind: line\nequation: {euler: {}}\ndomain: {points: 64, cell: 1/64, ends: "
                          "wall}\ntime: {step: 2e-3, end: 0.1}\n";
  for (const std::string& text : {rod, artery, from_file, ks, gas}) {
    const line::LineScenario once = read(text);
    if (text == from_file) write_text(folder.path / "flow.csv", "what is resolved depends on no file");
    const std::string resolved = resolved_line_scenario(once);
    const line::LineScenario twice = read(resolved);
    EXPECT_EQ(resolved_line_scenario(twice), resolved);
    EXPECT_EQ(line::set_up(twice).start, line::set_up(once).start);
    EXPECT_EQ(twice.network.inflow, once.network.inflow);
  }
}

TEST_F(Lines, several_equations_or_inflows_are_refused) {
  expect_refused(rod, {"equation.euler={gamma: 1.4}"}, "expected one equation, got several");
  expect_refused(rod, {"equation={}"}, "expected one of heat");
  expect_refused(artery, {"equation.pulse.inflow.gaussian={peak: 1 mL/s, at: 5 ms, width: 1 ms}"},
                 "expected one of file, times (with flows or pressures), half_sine, gaussian");
  expect_refused(artery, {"initial.mean=1"}, "vessels are at rest");
  expect_refused(artery, {"domain.points=64"}, "follows from the vessels");
}

TEST_F(Lines, bad_input_is_refused_where_it_is) {
  expect_refused(rod, {"time.step=0.6 s"}, "time.step: 600 ms is more than the stability limit, 500 ms");
  expect_refused(rod, {"domain.points=255"}, "domain.points: must be even");
  expect_refused(rod, {"domain.ends=wall"}, "give insulated here");
  expect_refused(rod, {"equation.heat.diffusivity=1"}, "equation.heat.diffusivity");
  expect_refused(rod, {"method.scheme=swpet"}, "did you mean");
  expect_refused(rod, {"domian.points=4"}, "unknown key");
  expect_refused(artery, {"equation.pulse.vessels.1.parent=stm"}, "no vessel \"stm\"");
  expect_refused(artery, {"equation.pulse.vessels.0.outflow={reflection: 0}"}, "has an outflow and vessels");
  expect_refused(artery, {"equation.pulse.vessels.1.name=stem"}, "already");
  expect_refused(artery, {"equation.pulse.initial_pressure=-900 kPa"}, "closes");
  expect_refused(artery, {"equation.pulse.inflow={file: nowhere.csv}"}, "cannot be read");
  expect_refused(artery, {"time.step=80 us"}, "c dt/dx <= 1 in");
}

TEST_F(Lines, tables_over_time_know_units) {
  const fs::path file = folder.path / "t.csv";
  write_text(file, "# from somewhere\ntime (ms),shear rate (1/s)\n0,100\n1,300\n3,0\n");
  const TimeTable table = read_time_table(file, "shear rate", dimension::rate);
  EXPECT_DOUBLE_EQ(table.at(500), 200e-6);
  EXPECT_DOUBLE_EQ(table.at(-1), 100e-6);
  EXPECT_DOUBLE_EQ(table.at(9999), 0);
  for (const char* bad : {"time,shear rate (1/s)\n0,1\n1,1\n", "time (ms),shear rate (mm)\n0,1\n1,1\n",
                          "time (ms),shear rate (1/s)\n1,1\n0,1\n", "time (ms),shear rate (1/s)\n0,1\n",
                          "time (ms),shear rate (1/s)\n0,x\n1,1\n"}) {
    write_text(file, bad);
    EXPECT_THROW(read_time_table(file, "shear rate", dimension::rate), InputError) << bad;
  }
}

} // namespace ibsim

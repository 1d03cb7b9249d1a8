// Predictions of `ibsim check` against a run: outputs as often as they are due, and times, memory and files
// between bounds that any run has. `ibsim bench prediction` measures how good predictions are, since other
// work on a machine would disturb a test.
#include "flow_run/print_prediction.hpp"
#include "flow_run/run_prediction.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "simulation/reporter.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// Series every 1 us, cells every 10 us, fluid every 30 us, checkpoints every 40 us, to 100 us.
Scenario scenario() {
  Scenario s;
  s.grid = {{10, 10, 10}, 1};
  s.time = {0.1, 100, false};
  s.output.series_every = 1;
  s.output.cells_every = 10;
  s.output.fluid_every = 30;
  s.output.checkpoint_every = 40;
  ObjectKind kind;
  kind.closed().data_sites = 100;
  kind.closed().sample_sites = 400;
  kind.placements.resize(2);
  s.objects = {kind};
  return s;
}

/// Set-up 3 s, steps of 10 ms; each time the simulation waits 1 ms, and the writer takes `writer` seconds.
DryRun dry(double writer) {
  DryRun r;
  r.set_up_seconds = 3;
  r.step_seconds = 0.01;
  r.host_bytes = 1e6;
  r.outputs = {{"series", 0.001, writer, 100},
               {"cells", 0.001, writer, 1000},
               {"fluid", 0.001, writer, 10000},
               {"checkpoint", 0.001, writer, 100000}};
  return r;
}

/// How often a reporter that is due every `every` us is asked for, from the start to the end of a run.
double times_due(const Scenario& s, real every, bool at_start) {
  const Schedule schedule{intervals_between(s.time, s.output, every)};
  const std::uint64_t last = intervals_to_end(s.time, s.output);
  double times = 0;
  for (std::uint64_t interval = at_start ? 0 : 1; interval <= last; ++interval)
    times += schedule.due({interval, true, interval == 0, interval == last});
  return times;
}

} // namespace

TEST(predictions, count_outputs_as_a_run_does) {
  const Scenario s = scenario();
  EXPECT_EQ(times_in_run(s.time, s.output, "series"), times_due(s, s.output.series_every, true));
  EXPECT_EQ(times_in_run(s.time, s.output, "cells"), times_due(s, s.output.cells_every, true));
  EXPECT_EQ(times_in_run(s.time, s.output, "fluid"), times_due(s, s.output.fluid_every, true));
  EXPECT_EQ(times_in_run(s.time, s.output, "checkpoint"), times_due(s, s.output.checkpoint_every, false));
}

// No run is shorter than its steps, or than what the writer has to do; none is longer than both one after the
// other.
TEST(predictions, of_time_lie_between_what_must_be_done_and_all_of_it) {
  const Scenario s = scenario();
  const double steps = 1000 * 0.01;
  double outputs = 0;
  for (const OutputCost& output : dry(0).outputs) outputs += times_in_run(s.time, s.output, output.name);
  for (const double writer : {0.001, 0.01, 0.1, 1.0})
    for (const bool on_cpu : {false, true}) {
      const double seconds = predicted_seconds(s.time, s.output, dry(writer), on_cpu);
      EXPECT_GE(seconds, 3 + std::max(steps, outputs * writer));
      EXPECT_LE(seconds, 3 + (steps + outputs * (0.001 + writer)) * (1 + 1e-12));
      EXPECT_LE(predicted_seconds(s.time, s.output, dry(writer), false),
                seconds); // a GPU leaves its cores to the writer
    }
}

// What output adds to the steps: nothing where there is none, and with it the time of the run.
TEST(predictions, of_slowing_add_up_to_the_time) {
  const Scenario s = scenario();
  DryRun none = dry(0.1);
  none.outputs.clear();
  constexpr double steps = 1000 * 0.01, rounding = 1e-12;
  for (const bool on_cpu : {false, true}) {
    EXPECT_NEAR(predicted_slowing(s.time, s.output, none, on_cpu), 0, rounding);
    const double slowing = predicted_slowing(s.time, s.output, dry(0.1), on_cpu);
    EXPECT_GT(slowing, 0);
    EXPECT_NEAR(3 + steps * (1 + slowing), predicted_seconds(s.time, s.output, dry(0.1), on_cpu),
                rounding * steps * (1 + slowing));
  }
}

// A hundred frames, one every two steps of 10 ms: of 1 ms each they are no matter, of 30 ms longer than the
// steps.
TEST(predictions, warn_of_frames_that_take_longer_than_steps) {
  Scenario s = scenario();
  s.time.step = 0.5;
  s.output.cells_every = 1;
  for (const double writer : {0.001, 0.03}) {
    std::vector<std::string> warnings;
    warn_of_cadence(s.time, s.output, dry(writer), false, warnings);
    EXPECT_EQ(warnings.size(), writer > 0.01 ? 1u : 0u);
  }
}

TEST(predictions, of_files_are_all_frames_and_two_checkpoints) {
  Scenario s = scenario();
  const auto without = [](const std::string& name) {
    DryRun r = dry(0.01);
    std::erase_if(r.outputs, [&](const OutputCost& output) { return output.name == name; });
    return r;
  };
  const double all = predicted_disk_bytes(s.time, s.output, dry(0.01));
  for (const OutputCost& output : dry(0.01).outputs) {
    if (output.name == "checkpoint") continue;
    EXPECT_EQ(all - predicted_disk_bytes(s.time, s.output, without(output.name)),
              times_in_run(s.time, s.output, output.name) * output.bytes);
  }
  s.output.checkpoint_every = 1; // each takes the place of the one before the last
  EXPECT_EQ(predicted_disk_bytes(s.time, s.output, dry(0.01)), all);
}

// What waits to be written is in memory: at least a frame of whatever there is.
TEST(predictions, of_memory_hold_what_waits_for_the_writer) {
  Scenario s = scenario();
  const double field = 8 * 1000; // a number a cell
  const auto bytes = [&s](const DryRun& found) { return predicted_host_bytes(s, s.time, s.output, found); };
  const double kept_up = bytes(dry(0.01)), fallen_behind = bytes(dry(1));
  EXPECT_GE(kept_up, dry(0.01).host_bytes + 100000 + 4 * 4 * 1000); // a checkpoint, a frame in floats
  EXPECT_GT(fallen_behind, kept_up);
  EXPECT_GE(fallen_behind, dry(1).host_bytes + 4 * field); // velocity and pressure
  s.output.checkpoint_every = s.time.end; // a checkpoint at the end alone cannot wait for another
  const double one = bytes(dry(1));
  s.output.checkpoint_every = s.time.end / 10;
  EXPECT_EQ(bytes(dry(1)) - one, 100000);
  DryRun none = dry(0.01);
  none.outputs.clear();
  s.output.fluid = s.output.cells = s.output.checkpoints = false;
  EXPECT_EQ(bytes(none), none.host_bytes);
}

} // namespace ibsim

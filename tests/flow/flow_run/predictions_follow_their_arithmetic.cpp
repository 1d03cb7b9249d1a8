// What `ibsim check` makes of a dry run: times, memory and files of the whole run by hand. How good
// predictions are is measured by `ibsim bench prediction`, for a test cannot know what else a machine has to
// do.
#include "flow_run/run_prediction.hpp"

#include <gtest/gtest.h>

namespace ibsim {
namespace {

/// 1000 steps of 0.1 us; series every 1 us, cells every 10 us, fluid every 30 us, checkpoints every 40 us.
Scenario scenario() {
  Scenario s;
  s.grid = {{10, 10, 10}, 1};
  s.time = {0.1, 100, false};
  s.output.series_every = 1;
  s.output.cells_every = 10;
  s.output.fluid_every = 30;
  s.output.checkpoint_every = 40;
  ObjectKind kind;
  kind.data_sites = 100;
  kind.sample_sites = 400;
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

// At the start, after each interval, and at the end though it is no whole interval; no checkpoint at the
// start.
constexpr double series = 101, cells = 11, fluid = 5, checkpoints = 3,
                 outputs = series + cells + fluid + checkpoints;

} // namespace

TEST(predictions, count_outputs) {
  const Scenario s = scenario();
  EXPECT_EQ(times_in_run(s, "series"), series);
  EXPECT_EQ(times_in_run(s, "cells"), cells);
  EXPECT_EQ(times_in_run(s, "fluid"), fluid);
  EXPECT_EQ(times_in_run(s, "checkpoint"), checkpoints);
}

TEST(predictions, of_time_are_steps_and_outputs) {
  const Scenario s = scenario();
  const double computing = 1000 * 0.01 + outputs * 0.001, set_up = 3, round_off = 1e-9;
  // a writer that is faster than the simulation costs half of its time where it takes cores from it, else
  // none
  EXPECT_NEAR(predicted_seconds(s, dry(0.01), false), set_up + computing, round_off);
  EXPECT_NEAR(predicted_seconds(s, dry(0.01), true), set_up + computing + outputs * 0.01 / 2, round_off);
  // one that is slower is what the run takes
  EXPECT_NEAR(predicted_seconds(s, dry(1), false), set_up + outputs * 1, round_off);
  EXPECT_NEAR(predicted_seconds(s, dry(1), true), set_up + outputs * 1, round_off);
}

TEST(predictions, of_files_keep_two_checkpoints) {
  EXPECT_NEAR(predicted_disk_bytes(scenario(), dry(0.01)),
              series * 100 + cells * 1000 + fluid * 10000 + 2 * 100000, 1e-6);
}

TEST(predictions, of_memory_add_what_waits_for_the_writer) {
  const Scenario s = scenario();
  const double fluid_bytes = 4 * 8 * 1000, cell_bytes = 11 * 8 * 800, checkpoint_bytes = 3 * 8 * (1000 + 200);
  // cells are the largest, and in the dry run's own memory already
  EXPECT_NEAR(predicted_host_bytes(s, dry(0.01)), 1e6 + fluid_bytes + checkpoint_bytes, 1e-6);
  EXPECT_NEAR(predicted_host_bytes(s, dry(1)), 1e6 + 3 * cell_bytes, 1e-6);
}

} // namespace ibsim

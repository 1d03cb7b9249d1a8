#include "flow_run/run_prediction.hpp"

#include "simulation/time_plan.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

struct Seconds {
  double computing, writing;
};
Seconds seconds_of(const Scenario& s, const DryRun& r) {
  // automatic steps: as if they stayed as they begin
  Seconds sum{s.time.end / s.time.step * r.step_seconds, 0};
  for (const OutputCost& output : r.outputs) {
    sum.computing += times_in_run(s, output.name) * output.seconds;
    sum.writing += times_in_run(s, output.name) * output.writer_seconds;
  }
  return sum;
}

} // namespace

double times_in_run(const Scenario& s, const std::string& output) {
  const double interval = output == "series"  ? s.output.series_every
                          : output == "cells" ? s.output.cells_every
                          : output == "fluid" ? s.output.fluid_every
                                              : s.output.checkpoint_every;
  const double between = static_cast<double>(intervals_between(s, interval)),
               all = static_cast<double>(intervals_to_end(s));
  const double later = between > 0 ? std::ceil(all / between) : 1;
  return output == "checkpoint" ? later : 1 + later; // no checkpoint at the start
}

double predicted_seconds(const Scenario& s, const DryRun& r, bool on_cpu) {
  const Seconds sum = seconds_of(s, r);
  return r.set_up_seconds + std::max(sum.computing + (on_cpu ? 0.5 * sum.writing : 0), sum.writing);
}

double predicted_host_bytes(const Scenario& s, const DryRun& r) {
  constexpr double bytes = sizeof(real), numbers_a_sample = 11; // position, velocity, force, two tensions
  double data = 0, samples = 0;
  for (const ObjectKind& kind : s.objects) {
    data += kind.data_sites * static_cast<double>(kind.placements.size());
    samples += kind.sample_sites * static_cast<double>(kind.placements.size());
  }
  const double fluid = s.output.fluid ? 4 * bytes * s.grid.cells() : 0,
               cells = s.output.cells ? numbers_a_sample * bytes * samples : 0;
  const double checkpoint = s.output.checkpoints ? 3 * bytes * (s.grid.cells() + data) : 0,
               largest = std::max({fluid, cells, checkpoint});
  const Seconds sum = seconds_of(s, r);
  return r.host_bytes + (sum.writing > sum.computing ? 3 * largest : fluid + cells + checkpoint - largest);
}

double predicted_disk_bytes(const Scenario& s, const DryRun& r) {
  constexpr double checkpoints_kept = 2;
  double bytes = 0;
  for (const OutputCost& output : r.outputs)
    bytes += (output.name == "checkpoint" ? std::min(checkpoints_kept, times_in_run(s, output.name))
                                          : times_in_run(s, output.name)) *
             output.bytes;
  return bytes;
}

} // namespace ibsim

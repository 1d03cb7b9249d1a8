#include "flow_run/run_prediction.hpp"

#include "flow_run/surface_writer.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/output_plan.hpp"
#include "simulation/time_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct Seconds {
  double computing, writing;
};
Seconds seconds_of(const TimeSettings& time, const OutputPlan& plan, const DryRun& r) {
  // automatic steps: as if they stayed as they begin
  Seconds sum{time.end / time.step * r.step_seconds, 0};
  for (const OutputCost& output : r.outputs) {
    const double times = times_in_run(time, plan, output.name);
    sum.computing += times * output.seconds;
    sum.writing += times * output.writer_seconds;
  }
  return sum;
}

} // namespace

double times_in_run(const TimeSettings& time, const OutputPlan& plan, const std::string& output) {
  const double interval = output == "series"     ? plan.series_every
                          : output == "cells"    ? plan.cells_every
                          : output == "fluid"    ? plan.fluid_every
                          : output == "profiles" ? plan.profiles_every
                                                 : plan.checkpoint_every;
  const double between = static_cast<double>(intervals_between(time, plan, interval)),
               all = static_cast<double>(intervals_to_end(time, plan));
  const double later = between > 0 ? std::ceil(all / between) : 1;
  return output == "checkpoint" ? later : 1 + later; // no checkpoint at the start
}

double predicted_seconds(const TimeSettings& time, const OutputPlan& plan, const DryRun& r, bool on_cpu) {
  const Seconds sum = seconds_of(time, plan, r);
  return r.set_up_seconds + std::max(sum.computing + (on_cpu ? 0.5 * sum.writing : 0), sum.writing);
}

double predicted_slowing(const TimeSettings& time, const OutputPlan& plan, const DryRun& r, bool on_cpu) {
  const double steps = time.end / time.step * r.step_seconds;
  return (predicted_seconds(time, plan, r, on_cpu) - r.set_up_seconds) / steps - 1;
}

double predicted_host_bytes(const FlowModel& model, const TimeSettings& time, const OutputPlan& plan,
                            const DryRun& r) {
  const double in_a_frame = bytes_of_a_number(plan.precision);
  double data = 0, samples = 0;
  for (const ObjectKind& kind : model.objects) {
    data += kind.sites().data * static_cast<double>(kind.placements.size());
    samples += kind.sites().sample * static_cast<double>(kind.placements.size());
  }
  const double fluid = plan.fluid ? 4 * in_a_frame * model.grid.cells() : 0,
               cells = plan.cells ? numbers_a_point(model) * in_a_frame * samples : 0;
  const double checkpoint = plan.checkpoints ? 3 * sizeof(real) * (model.grid.cells() + data) : 0,
               largest = std::max({fluid, cells, checkpoint});
  const Seconds sum = seconds_of(time, plan, r);
  return r.host_bytes + (sum.writing > sum.computing ? 3 * largest : fluid + cells + checkpoint - largest);
}

double predicted_disk_bytes(const TimeSettings& time, const OutputPlan& plan, const DryRun& r) {
  constexpr double checkpoints_kept = 2, infinity = std::numeric_limits<double>::infinity();
  double bytes = 0;
  for (const OutputCost& output : r.outputs)
    bytes += std::min(times_in_run(time, plan, output.name),
                      output.name == "checkpoint" ? checkpoints_kept : infinity) *
             output.bytes;
  return bytes;
}

} // namespace ibsim

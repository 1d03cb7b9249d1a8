#include "flow_run/run_prediction.hpp"

#include "coupling/delta_kernel.hpp"
#include "coupling/tile_plan.hpp"
#include "flow_run/surface_writer.hpp"
#include "limits/limit_with_bonds.hpp"
#include "limits/time_plan.hpp"
#include "model/flow_model.hpp"
#include "model/output_plan.hpp"
#include "walls/wall_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// Bytes of a number of the fluid's fields.
double bytes_of_a_field_number(const FlowModel& model) {
  return model.fluid_storage() == Storage::floats ? sizeof(float) : sizeof(real);
}

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
                          : output == "wall"     ? plan.wall_every
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

std::optional<double> predicted_seconds_with_bonds(const FlowModel& model, const TimeSettings& time,
                                                   const OutputPlan& plan, const DryRun& r, bool on_cpu) {
  const std::optional<real> step = step_with_bonds(model, time);
  if (!step) return {};
  TimeSettings with = time;
  with.step = *step;
  return predicted_seconds(with, plan, r, on_cpu);
}

double predicted_slowing(const TimeSettings& time, const OutputPlan& plan, const DryRun& r, bool on_cpu) {
  const double steps = time.end / time.step * r.step_seconds;
  return (predicted_seconds(time, plan, r, on_cpu) - r.set_up_seconds) / steps - 1;
}

double copy_bytes_of_each_gpu_elsewhere(const DryRun& r) {
  return r.copy_bytes / std::max(1, r.gpus_elsewhere);
}

BytesElsewhere bytes_elsewhere(const FlowModel& model, const TimeSettings& time, const OutputPlan& plan,
                               CopiesIn asked, const DryRun& r, bool on_cuda) {
  // Patches of tiles, work areas of cuFFT, points in order, code of kernels and libraries. With contact
  // between walls an H200 used 11.57 GB for 1000 spheres of 864/8832 sites on 256^3 cells, 16.44 by two
  // ranks, and 68.79 GB for 8000 of 864/4384 on 512^3, when all tiles had patches at once. Arrays on cores
  // were 8.33, 13.2 and 53.8 GB: with these numbers that gives 11.6, 16.8 and 69.0.
  constexpr double list_of_a_point = 20, libraries = 0.9e9;
  const double work_of_a_cell = 2 * bytes_of_a_field_number(model);
  const double gpus = std::max(1, r.gpus_elsewhere), of_cores = on_cuda ? 0 : r.array_bytes;
  double shared = r.array_bytes - (r.copies_on_host ? 0 : r.copy_bytes); // by the GPUs
  if (!on_cuda)
    shared += work_of_a_cell * model.grid.cells() + list_of_a_point * sample_sites_of(model) +
              bytes_of_patches(model, static_cast<int>(gpus));
  BytesElsewhere found{shared / gpus + (on_cuda ? 0 : libraries) + cuda_context_bytes,
                       std::max(0.0, predicted_host_bytes(model, time, plan, r) - of_cores -
                                         (r.copies_on_host ? r.copy_bytes : 0))};
  if (asked == CopiesIn::device) found.gpu += copy_bytes_of_each_gpu_elsewhere(r);
  if (asked == CopiesIn::host) found.host += r.copy_bytes;
  return found;
}

double sample_sites_of(const FlowModel& model) {
  double sum = 0;
  for (const ObjectKind& kind : model.objects)
    sum += static_cast<double>(kind.sites().sample) * static_cast<double>(kind.placements.size());
  return sum;
}

double bytes_of_patches(const FlowModel& model, int ranks) {
  const auto bytes = [&](double points, bool composite) {
    return bytes_of_a_field_number(model) * ranks *
           numbers_of_patches(model.grid.n, ranks, points, composite);
  };
  const double samples = sample_sites_of(model),
               of_walls = static_cast<double>(wall_points_with_patches(model));
  return (samples > 0 && model.spread == SpreadAlgorithm::tiles ? bytes(samples, is_composite(model.kernel))
                                                                : 0) +
         (of_walls > 0 ? bytes(of_walls, false) : 0);
}

FrameBytes bytes_of_frames(const FlowModel& model, const OutputPlan& plan) {
  const double in_a_frame = bytes_of_a_number(plan.precision);
  return {plan.fluid ? 4 * in_a_frame * model.grid.cells() : 0,
          plan.cells ? numbers_a_point(model) * in_a_frame * sample_sites_of(model) : 0};
}

double predicted_host_bytes(const FlowModel& model, const TimeSettings& time, const OutputPlan& plan,
                            const DryRun& r) {
  constexpr double frames_at_a_time = 2, jobs_at_a_time = 4; // flow_run/frame_copies, files/background_writer
  constexpr double library = 6e6;                            // HDF5, once it has written a file
  constexpr double kept = 32e6; // pieces that malloc gives back to the system are larger
  const auto [fluid, surfaces] = bytes_of_frames(model, plan);
  constexpr double of_a_point = 32; // two triangles, its object and kind
  const double mesh = plan.cells ? of_a_point * sample_sites_of(model) : 0;
  double state = 0;
  for (const OutputCost& output : r.outputs)
    if (output.name == "checkpoint") state = output.bytes;
  // The writer makes a file in memory. Of a checkpoint it gives up array for array, of which the fields of
  // the velocity are the largest.
  const double field = std::min(state, 3.0 * sizeof(real) * model.grid.cells());
  double small = 0, large = 0;
  const auto count = [&](double file, double at_most) {
    if (file < kept)
      small += file;
    else
      large = std::max(large, at_most);
  };
  count(fluid, fluid), count(surfaces + mesh, surfaces + mesh), count(state, field);
  const Seconds sum = seconds_of(time, plan, r);
  const bool late = sum.writing > sum.computing; // jobs wait for each other
  const double waiting = late ? std::ceil(jobs_at_a_time / (1 + (fluid > 0) + (surfaces > 0))) : 1,
               states = std::min(waiting, times_in_run(time, plan, "checkpoint"));
  return r.host_bytes + frames_at_a_time * (fluid + surfaces) + mesh + states * state + small + large +
         (small + large > 0 ? library : 0);
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

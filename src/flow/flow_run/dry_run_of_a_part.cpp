// Dry runs of scenarios that are too large for it: parts get dry runs, and the whole is extrapolated as
// dry_run.hpp says.
#include "base/text.hpp"
#include "flow_run/dry_run.hpp"
#include "flow_run/parts_of_scenarios.hpp"
#include "flow_run/rough_estimate.hpp"
#include "flow_run/run_prediction.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "state/kept_states.hpp"
#include "walls/wall_memory.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

double cells_log_cells(const Grid& grid) {
  return grid.cells() * std::log2(static_cast<double>(grid.cells()));
}

/// Ratios of the whole to the part.
struct Ratios {
  double cells, fluid, samples; ///< fluid: cells log cells; samples without objects: cells
  Ratios(const FlowModel& whole, const FlowModel& part)
      : cells(static_cast<double>(whole.grid.cells()) / part.grid.cells()),
        fluid(cells_log_cells(whole.grid) / cells_log_cells(part.grid)),
        samples(sample_sites_of(part) > 0 ? sample_sites_of(whole) / sample_sites_of(part) : cells) {}
};

void extrapolate_step(const Ratios& whole, DryRun& found) {
  double step = 0, before = 0;
  for (std::size_t p = 0; p + 1 < found.phases.size(); ++p) { // the last is the whole step
    double& seconds = found.phases[p].median;
    before += seconds;
    seconds *= static_cast<Phase>(p) == Phase::fluid ? whole.fluid : whole.samples;
    step += seconds;
  }
  found.phases.back().median = step;
  found.step_seconds *= step / before; // what lies between the phases keeps its part
}

/// Velocities of a checkpoint: u^n, and u^{n-1} where steps take two.
double field_bytes(const FlowModel& s) { return (s.is_bdf2() ? 6.0 : 3.0) * sizeof(real) * s.grid.cells(); }

void extrapolate_outputs(const FlowModel& whole, const FlowModel& part, DryRun& found) {
  const Ratios ratio(whole, part);
  for (OutputCost& output : found.outputs) {
    const double factor = output.name == "cells"   ? ratio.samples
                          : output.name == "fluid" ? ratio.cells
                                                   : std::max(ratio.cells, ratio.samples);
    output.seconds *= factor, output.writer_seconds *= factor;
    if (output.name == "checkpoint")
      output.bytes = field_bytes(whole) + ratio.samples * std::max(0.0, output.bytes - field_bytes(part));
    else
      output.bytes *= output.name == "series" ? std::max(1.0, ratio.samples) : factor;
  }
}

/// A number of bytes of a dry run, and what it is linear in.
struct Bytes {
  double bytes = 0, points = 0, samples = 0;
};

/// Bytes of the whole, linear in stored grid points and in sample sites, with a constant part.
/// @param fewer in the box of the part @param shorter with fewer points; zeros: no constant part
double bytes_of_whole(const Bytes& part, const Bytes& fewer, const Bytes& shorter, double points,
                      double samples) {
  const auto slope = [](double bytes, double apart) { return apart > 0 ? std::max(0.0, bytes / apart) : 0; };
  const double of_sample = slope(part.bytes - fewer.bytes, part.samples - fewer.samples),
               of_point = slope(fewer.bytes - shorter.bytes - of_sample * (fewer.samples - shorter.samples),
                                fewer.points - shorter.points);
  return part.bytes + of_sample * (samples - part.samples) + of_point * (points - part.points);
}

/// Arrays without those that have formulas of their own.
double arrays_alone(const DryRun& r) {
  return r.array_bytes - r.operator_bytes - r.patch_bytes - r.wall_bytes;
}

/// Where the copies of the whole will lie, and adds them there. @param plan of the whole
void place_copies(const DevicePlan& plan, bool on_cuda, DryRun& found) {
  const int gpus = std::max(1, plan.gpus_wanted());
  const double each = found.copy_bytes / gpus;
  found.copies_on_host = plan.copies == CopiesIn::host;
  if (on_cuda) {
    for (int i = 0; i < gpus && plan.copies == CopiesIn::automatic; ++i) {
      const double bytes = i == 0 ? found.device_bytes : found.other_device_bytes,
                   free = static_cast<double>(free_cuda_memory(plan.gpu_of(i)));
      if (!is_room_for_copies(free - bytes, each / 2)) found.copies_on_host = true;
    }
    if (!found.copies_on_host) found.device_bytes += each, found.other_device_bytes += gpus > 1 ? each : 0;
  }
  if (!found.copies_on_host) found.array_bytes += found.copy_bytes;
  if (found.copies_on_host || !on_cuda) found.host_bytes += found.copy_bytes;
}

/// Dry runs of a part: as it is, with half of its objects, and then in half of its box.
struct PartRuns {
  Scenario part, fewer, shorter;
  bool is_shorter = false; ///< else there is no shorter box
  DryRun of_part, of_fewer, of_shorter;
};

void extrapolate_memory(const Scenario& whole, const PartRuns& runs, bool on_cuda, DryRun& found) {
  const int ranks = std::max(1, whole.device.ranks), gpus = std::max(1, whole.device.gpus_wanted());
  const auto of_whole = [&](auto bytes) {
    const auto of = [&](const DryRun& r, const Scenario& s) {
      return Bytes{bytes(r), stored_points(s, ranks), sample_sites_of(s)};
    };
    return bytes_of_whole(of(runs.of_part, runs.part), of(runs.of_fewer, runs.fewer),
                          runs.is_shorter ? of(runs.of_shorter, runs.shorter) : Bytes{},
                          stored_points(whole, ranks), sample_sites_of(whole));
  };
  const WallMemory walls = wall_memory(whole, whole.time.automatic); // each rank has all of it
  found.wall_bytes = ranks * walls.most, found.wall_host_bytes = ranks * walls.host;
  found.patch_bytes = on_cuda ? bytes_of_patches(whole, ranks) : 0;
  found.copy_bytes = of_whole([](const DryRun& r) { return r.copy_bytes; });
  found.array_bytes = of_whole(arrays_alone) + found.operator_bytes + found.wall_bytes + found.patch_bytes;
  const DryRun& first = runs.of_fewer; // loaded libraries and kernels
  if (on_cuda) {                       // equal shares, and what is no array
    const auto of_gpu = [&](double of_first) {
      return (found.array_bytes + std::max(0.0, gpus * of_first - first.array_bytes)) / gpus;
    };
    found.device_bytes = of_gpu(first.device_bytes);
    if (gpus > 1) found.other_device_bytes = of_gpu(first.other_device_bytes);
  }
  found.host_bytes = first.host_bytes_before + found.operator_bytes + found.wall_host_bytes +
                     (on_cuda ? 0 : found.array_bytes);
  place_copies(whole.device, on_cuda, found);
}

std::string in_words(const Scenario& part) {
  const Int3 n = part.grid.n;
  const double objects = objects_of(part);
  const std::string grid = text("%d x %d x %d grid points", n.x, n.y, n.z);
  return objects > 0 ? grid + text(", %.0f %s", objects, objects == 1 ? "object" : "objects") : grid;
}

/// As much of the scenario as a dry run can take in a few seconds and half of the free memory.
Scenario reduced(const Scenario& scenario, bool on_cuda) {
  constexpr double most_seconds = 0.2; // a step, of fluid or membranes
  const double free = static_cast<double>(on_cuda ? free_cuda_memory() : free_host_memory());
  const auto rough = [&](const Scenario& s) { return rough_estimate(s, on_cuda, cpu_threads()); };
  const auto fits = [&](const Scenario& s) { return rough(s).memory <= 0.5 * free; };
  Scenario s = part_of(
      scenario, [&](const Scenario& now) { return rough(now).fluid_seconds > most_seconds || !fits(now); });
  const double seconds = rough(s).membrane_seconds;
  if (seconds > most_seconds) keep_part(s, most_seconds / seconds, least_objects);
  return s;
}

/// As much of the scenario as can be compressed and written in a few seconds.
Scenario writable(const Scenario& scenario) {
  constexpr double most_bytes = 64e6; // of a frame, or of a checkpoint's velocity
  const auto bytes = [](const Scenario& s) {
    const auto [fluid, surfaces] = bytes_of_frames(s, s.output);
    return std::max({fluid, s.output.checkpoints ? field_bytes(s) / 2 : 0, surfaces});
  };
  Scenario s = part_of(scenario, [&](const Scenario& now) { return bytes(now) > most_bytes; });
  if (bytes(s) > most_bytes) keep_part(s, most_bytes / bytes(s), least_objects);
  return s;
}

bool same_sizes(const FlowModel& a, const FlowModel& b) {
  return a.grid.n == b.grid.n && objects_of(a) == objects_of(b);
}

} // namespace

DryRun dry_run(const AnyStream& stream, const Scenario& scenario, const std::string& cache_folder) {
  const Scenario part = reduced(scenario, stream.on_cuda()), written = writable(part);
  const bool with_outputs = same_sizes(part, written);
  DryRun found = same_sizes(part, scenario)
                     ? dry_run_all(stream, scenario, cache_folder, with_outputs)
                     : dry_run_part(stream, scenario, part, cache_folder, with_outputs);
  if (with_outputs) return found;
  DryRun outputs = dry_run_all(stream, written, cache_folder, true, DryRunOf::part);
  extrapolate_outputs(scenario, written, outputs);
  found.outputs = outputs.outputs;
  if (stream.on_cuda() && scenario.device.ranks <= 1) { // frames as they leave the GPU
    const auto [fluid, surfaces] = bytes_of_frames(scenario, scenario.output);
    found.array_bytes += fluid + surfaces, found.device_bytes += fluid + surfaces;
  }
  return found;
}

DryRun dry_run_part(const AnyStream& stream, const Scenario& scenario, const Scenario& part,
                    const std::string& cache_folder, bool with_outputs) {
  PartRuns runs{part, part, part, false, {}, {}, {}};
  runs.part.device.copies = CopiesIn::host; // apart from the arrays
  keep_part(runs.fewer = runs.part, 0.5, 1);
  runs.is_shorter = halve(runs.shorter = runs.fewer, 16) >= 0;
  const auto run = [&](const Scenario& s) {
    return dry_run_all(stream, s, cache_folder, with_outputs, DryRunOf::part);
  };
  runs.of_fewer = run(runs.fewer);
  if (runs.is_shorter) runs.of_shorter = run(runs.shorter);
  runs.of_part = run(runs.part);
  DryRun found = runs.of_part;
  found.whole = false;
  found.reduced_to = in_words(part);
  extrapolate_step(Ratios(scenario, part), found);
  extrapolate_outputs(scenario, part, found);
  extrapolate_memory(scenario, runs, stream.on_cuda(), found);
  return found;
}

} // namespace ibsim

// Dry runs of scenarios that are too large for it: a part gets a dry run, and the whole is extrapolated as
// dry_run.hpp says.
#include "base/text.hpp"
#include "flow_run/dry_run.hpp"
#include "flow_run/parts_of_scenarios.hpp"
#include "flow_run/run_prediction.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "state/kept_states.hpp"
#include "walls/wall_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ibsim {
namespace {

/// The straight line through what was found with two numbers x of objects, in seconds or bytes; level where
/// that is one number.
struct Line {
  double x1, y1, x2, y2;
  double steepest = std::numeric_limits<double>::infinity();
  double slope() const { return x2 > x1 ? std::clamp((y2 - y1) / (x2 - x1), 0.0, steepest) : 0; }
  double at(double x) const { return y2 + slope() * (x - x2); }
};

double cells_log_cells(const Grid& grid) {
  return grid.cells() * std::log2(static_cast<double>(grid.cells()));
}

/// How much larger the whole is than the part, and the numbers of objects in the whole and in both dry
/// runs.
struct Factors {
  double objects, fewer, part;              ///< n_1 <= n_2
  double listed, listed_fewer, listed_part; ///< the same of what all ranks have together
  double cells, fluid;                      ///< cells; cells log cells
  double sites, products;                   ///< sample sites an object; data times sample sites
  double samples_part;                      ///< sample sites an object of the part
  double fields, fields_part;               ///< bytes of the velocities in a checkpoint
};
/// Velocities of a checkpoint: u^n, and u^{n-1} where steps take two.
double field_bytes(const FlowModel& s) { return (s.is_bdf2() ? 6.0 : 3.0) * sizeof(real) * s.grid.cells(); }

Factors factors(const FlowModel& whole, const FlowModel& part, const FlowModel& fewer, int ranks,
                bool on_cuda) {
  const double N = objects_of(whole), n = objects_of(part);
  return {N,
          objects_of(fewer),
          n,
          listed_in_all(whole, ranks, ImagesAt::half_of_box, on_cuda), // at most, in the run
          listed_in_all(fewer, ranks, ImagesAt::start, on_cuda),       // in few steps
          listed_in_all(part, ranks, ImagesAt::start, on_cuda),
          static_cast<double>(whole.grid.cells()) / part.grid.cells(),
          cells_log_cells(whole.grid) / cells_log_cells(part.grid),
          n > 0 ? sample_sites_of(whole) / N / (sample_sites_of(part) / n) : 1,
          n > 0 ? site_products(whole) / site_products(part) : 1,
          n > 0 ? sample_sites_of(part) / n : 0,
          field_bytes(whole),
          field_bytes(part)};
}

void extrapolate_step(const Factors& f, const DryRun& less, DryRun& found) {
  double step = 0, before = 0;
  for (std::size_t p = 0; p + 1 < found.phases.size(); ++p) { // the last is the whole step
    double& seconds = found.phases[p].median;
    before += seconds;
    const Line line{f.fewer, less.phases.at(p).median, f.part, seconds};
    switch (static_cast<Phase>(p)) {
    case Phase::fluid:
      seconds *= f.fluid;
      break;
    case Phase::membrane:
      seconds = f.products * line.at(f.objects);
      break;
    case Phase::spread: { // without objects there is still a field to clear
      const double field = std::max(0.0, line.at(0));
      seconds = f.cells * field + f.sites * (line.at(f.objects) - field);
      break;
    }
    case Phase::interpolate:
    case Phase::move:
      seconds = f.sites * line.at(f.objects);
    }
    step += seconds;
  }
  found.phases.back().median = step;
  found.step_seconds *= step / before; // what lies between the phases keeps its part
}

void extrapolate_outputs(const Factors& f, DryRun& found) {
  const double surfaces = f.part > 0 ? f.sites * f.objects / f.part : 0;
  for (OutputCost& output : found.outputs) {
    const double both = std::max(f.cells, surfaces);
    const bool cells = output.name == "cells", fluid = output.name == "fluid";
    if (output.name == "checkpoint")
      output.bytes = f.fields + surfaces * std::max(0.0, output.bytes - f.fields_part);
    else
      output.bytes *= cells                     ? surfaces
                      : fluid                   ? f.cells
                      : output.name == "series" ? std::max(1.0, f.part > 0 ? f.objects / f.part : 1)
                                                : both;
    const double factor = cells ? surfaces : fluid ? f.cells : both;
    output.seconds *= factor, output.writer_seconds *= factor;
  }
}

/// Bytes in a box with fewer cells than the part: of arrays without operators, patches, inverses of walls and
/// copies, and of copies. The objects listed there; and how many times as many cells the part has.
struct Coarser {
  double array_bytes, copy_bytes, listed, cells;
};

double copies_on_device(const DryRun& r) { return r.copies_on_host ? 0 : r.copy_bytes; }
double arrays_alone(const DryRun& r) {
  return r.array_bytes - r.operator_bytes - r.patch_bytes - r.wall_bytes - copies_on_device(r);
}

/// Bytes of the whole, extrapolated through both dry runs. They are linear in the objects; the rest is linear
/// in the grid points, with a constant part.
/// @param coarser, fewer_bytes of the smaller dry run; none: the rest has no constant part
double bytes_of_whole(const Factors& f, const Line& objects, const std::optional<Coarser>& coarser,
                      double Coarser::*fewer_bytes) {
  const double with_objects = f.sites * objects.slope() * f.listed, part = std::max(0.0, objects.at(0));
  if (!coarser) return with_objects + f.cells * part;
  const double fewer = (*coarser).*fewer_bytes - objects.slope() * coarser->listed,
               of_cells = std::clamp((part - fewer) / (1 - 1 / coarser->cells), 0.0, part);
  return with_objects + f.cells * of_cells + part - of_cells;
}

/// Where the copies of the whole will lie, and adds them there. @param plan of the whole
void place_copies(const DevicePlan& plan, bool on_cuda, DryRun& found) {
  if (on_cuda) {
    const int gpus = std::max(1, plan.gpus_wanted());
    const double in_all = found.device_bytes + (gpus - 1) * found.other_device_bytes;
    const auto of_gpu = [&](double bytes) { return in_all > 0 ? found.copy_bytes * bytes / in_all : 0; };
    found.copies_on_host = plan.copies == CopiesIn::host;
    for (int i = 0; i < gpus && plan.copies == CopiesIn::automatic; ++i) {
      const double bytes = i == 0 ? found.device_bytes : found.other_device_bytes,
                   free = static_cast<double>(free_cuda_memory(plan.gpu_of(i)));
      if (!is_room_for_copies(free - bytes, of_gpu(bytes) / 2)) found.copies_on_host = true;
    }
    if (!found.copies_on_host) {
      const double of_first = of_gpu(found.device_bytes), of_other = of_gpu(found.other_device_bytes);
      found.device_bytes += of_first, found.other_device_bytes += of_other;
    }
  } else {
    found.copies_on_host = plan.copies == CopiesIn::host;
  }
  if (!found.copies_on_host) found.array_bytes += found.copy_bytes;
  if (found.copies_on_host || !on_cuda) found.host_bytes += found.copy_bytes;
}

/// @param patches bytes of them in the whole @param walls of the whole, of all ranks
void extrapolate_memory(const Factors& f, const std::optional<Coarser>& coarser, double patches,
                        const WallMemory& walls, const DevicePlan& plan, bool on_cuda, const DryRun& less,
                        DryRun& found) {
  const double operators = f.products * found.operator_bytes;
  // The first objects also bring fields, as an inner fluid's viscosity, which grow as the cells: where more
  // objects follow, these are not theirs.
  constexpr double numbers_a_sample = 240; // twice of those with all terms (docs/several_gpus.md, memory)
  const double steepest = f.fewer > 0 || f.objects <= f.part
                              ? std::numeric_limits<double>::infinity()
                              : numbers_a_sample * sizeof(real) * f.samples_part;
  const auto line = [&](auto bytes) {
    return Line{f.listed_fewer, bytes(less), f.listed_part, bytes(found), steepest};
  };
  const double arrays = operators + patches + walls.most +
                        bytes_of_whole(f, line(arrays_alone), coarser, &Coarser::array_bytes);
  found.copy_bytes =
      bytes_of_whole(f, line([](const DryRun& r) { return r.copy_bytes; }), coarser, &Coarser::copy_bytes);
  found.array_bytes = arrays;
  if (on_cuda) {
    // each GPU keeps its part of the arrays; libraries and kernels were loaded in the first dry run
    const int other_gpus = std::max(1, plan.gpus_wanted()) - 1;
    const double in_all = found.device_bytes + other_gpus * found.other_device_bytes;
    const auto whole = [&](double of_less, double of_part) {
      const double share = in_all > 0 ? of_part / in_all : 1;
      return share * arrays + std::max(0.0, of_less - share * less.array_bytes);
    };
    found.device_bytes = whole(less.device_bytes, found.device_bytes);
    found.other_device_bytes = whole(less.other_device_bytes, found.other_device_bytes);
  }
  // the operators as set up, and on the CPU all arrays
  found.host_bytes = less.host_bytes_before + operators + walls.host + (on_cuda ? 0 : arrays);
  found.wall_bytes = walls.most, found.wall_host_bytes = walls.host;
  place_copies(plan, on_cuda, found);
}

} // namespace

DryRun dry_run(const AnyStream& stream, const Scenario& scenario, const std::string& cache_folder) {
  const Scenario part = reduced(scenario, stream.on_cuda()), written = writable(part);
  const bool with_outputs = same_sizes(part, written);
  DryRun found = same_sizes(part, scenario)
                     ? dry_run_all(stream, scenario, cache_folder, with_outputs)
                     : dry_run_part(stream, scenario, part, cache_folder, with_outputs);
  if (with_outputs) return found;
  DryRun outputs = dry_run_all(stream, written, cache_folder, true);
  extrapolate_outputs(factors(scenario, written, written, scenario.device.ranks, stream.on_cuda()), outputs);
  found.outputs = outputs.outputs;
  if (stream.on_cuda() && scenario.device.ranks <= 1) { // frames as they leave the GPU
    const auto [fluid, surfaces] = bytes_of_frames(scenario, scenario.output);
    found.array_bytes += fluid + surfaces, found.device_bytes += fluid + surfaces;
  }
  if (found.trouble.empty()) found.trouble = outputs.trouble;
  return found;
}

DryRun dry_run_part(const AnyStream& stream, const Scenario& scenario, const Scenario& part,
                    const std::string& cache_folder, bool with_outputs) {
  const bool on_cuda = stream.on_cuda();
  const double objects = objects_of(part);
  Scenario fewer = part; // half of the objects; none where they are few, or as many as in the whole
  if (objects < objects_of(scenario)) keep_part(fewer, 0.5);
  if (objects_of(fewer) == objects) fewer.objects.clear();
  const DryRun less = dry_run_all(stream, fewer, cache_folder, with_outputs);
  std::optional<Coarser> coarser;
  if (Scenario half = fewer; part.grid.cells() < scenario.grid.cells() && halve(half)) {
    const DryRun of_half = dry_run_all(stream, half, cache_folder, with_outputs);
    coarser = {arrays_alone(of_half), of_half.copy_bytes,
               listed_in_all(half, half.device.ranks, ImagesAt::start, on_cuda),
               static_cast<double>(part.grid.cells()) / half.grid.cells()};
  }
  DryRun found = dry_run_all(stream, part, cache_folder, with_outputs);
  found.whole = false;
  found.reduced_to = text("%d x %d x %d grid points", part.grid.n.x, part.grid.n.y, part.grid.n.z);
  if (objects > 0)
    found.reduced_to += text(", %.0f %s, %.0f sample sites each", objects,
                             objects == 1 ? "object" : "objects", sample_sites_of(part) / objects);
  const Factors f = factors(scenario, part, fewer, scenario.device.ranks, on_cuda);
  extrapolate_step(f, less, found);
  extrapolate_outputs(f, found);
  const int ranks = std::max(1, scenario.device.ranks);
  const double patches = on_cuda ? bytes_of_patches(scenario, ranks) : 0;
  WallMemory walls = wall_memory(scenario, scenario.time.automatic); // each rank has all of it
  walls.most *= ranks, walls.host *= ranks;
  extrapolate_memory(f, coarser, patches, walls, scenario.device, on_cuda, less, found);
  return found;
}

} // namespace ibsim

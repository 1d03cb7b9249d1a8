#include "flow_run/dry_run.hpp"

#include "base/error.hpp"
#include "base/wall_clock.hpp"
#include "flow_run/run_outputs.hpp"
#include "flow_run/run_prediction.hpp"
#include "flow_run/set_up.hpp"
#include "model/scenario.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/device.hpp"
#include "program/machine.hpp"
#include "program/temporary_folder.hpp"
#include "walls/wall_memory.hpp"

#include <algorithm>
#include <cstdlib>

namespace ibsim {
namespace {

constexpr int warm_up = 3; // steps that a PhaseTimer leaves out

double operator_bytes(const std::vector<SurfaceKind>& kinds) {
  double sum = 0;
  for (const SurfaceKind& kind : kinds)
    sum += sizeof(real) * static_cast<double>(kind.operators.matrix.size());
  return sum;
}

/// Memory of the backend while a frame is made: the pressure, and a field of the largest kind. The field
/// counts as it is found, and as it goes to the first of several ranks.
double bytes_for_a_moment(const FlowModel& s, const OutputPlan& output, int ranks) {
  double bytes = output.fluid ? sizeof(real) * static_cast<double>(s.grid.cells()) : 0;
  for (const ObjectKind& kind : s.objects)
    if (output.cells)
      bytes = std::max(bytes, (ranks > 1 ? 36.0 : 24.0) * kind.sites().sample *
                                  static_cast<double>(kind.placements.size()));
  return bytes / std::max(1, ranks);
}

std::size_t bytes_in_arrays(const AnyStream& stream) {
  return stream.with([]<class B>(const Stream<B>&) { return allocated_bytes<B>(); });
}
std::size_t pinned_bytes(const AnyStream& stream) {
  return stream.with([]<class B>(const Stream<B>&) { return allocated_on_host<B>(); });
}

} // namespace

DryRun dry_run_all(const AnyStream& stream, Scenario s, const std::string& cache_folder, bool with_outputs,
                   DryRunOf of) {
  constexpr double seconds_of_steps = 0.5;
  // Kernels take the numbers of a failed state for 64 steps, as in a run: a part has fewer.
  const bool is_part = of == DryRunOf::part;
  const int fewest_steps = 4, many_steps = is_part ? 40 : 400;
  // On the CPU every step is sampled by the timer, on a GPU few, as in a run: a sampled step costs more
  // there.
  const bool on_cuda = stream.on_cuda();
  const int steps_for_the_timer = on_cuda ? 10000 : many_steps;
  // No more than the run has: of what comes after its end it would tell, and warn.
  const int most_steps = static_cast<int>(
      std::clamp<real>(std::round(s.time.end / s.time.step) - warm_up, fewest_steps, many_steps));
  const TemporaryFolder folder;
  s.output.pictures.wanted = false; // they are drawn beside the run
  s.output.folder = folder.path().string();
  s.time.end = (warm_up + steps_for_the_timer) * s.time.step;
  s.time.beyond_stability_limit = true;
  const bool steps_change = s.time.automatic;
  s.time.automatic = false; // the step that it begins with
  DryRun found;
  s = with_slots(std::move(s));
  const int ranks = std::max(1, s.device.ranks);
  const WallMemory walls = wall_memory(s, steps_change); // each rank has all of it
  found.wall_bytes = ranks * walls.most, found.wall_host_bytes = ranks * walls.host;
  found.host_bytes_before = peak_host_bytes();
  const auto free_device_bytes = [&stream, &s, on_cuda] { // of the first GPU, and of the others
    std::vector<double> free;
    for (int i = 0; on_cuda && i < std::max(1, s.device.gpus_wanted()); ++i)
      free.push_back(static_cast<double>(free_cuda_memory(i == 0 ? stream.device() : s.device.gpu_of(i))));
    return free;
  };
  const std::vector<double> free_before = free_device_bytes();
  const auto arrays_before = static_cast<double>(bytes_in_arrays(stream));
  const double begin = now();
  const std::vector<SurfaceKind> kinds = set_up_membranes(s, cache_folder);
  found.operator_bytes = operator_bytes(kinds);
  Simulation simulation(stream, s, kinds);
  RunOutputs outputs(s, s.time, s.output, kinds, nullptr, nullptr);
  const auto arrays_before_copies = static_cast<double>(bytes_in_arrays(stream)),
             host_before_copies = peak_host_bytes(),
             pinned_before = static_cast<double>(pinned_bytes(stream));
  for (int copy = 0; copy < 2; ++copy) simulation.remember(); // as a run does
  const double pinned = static_cast<double>(pinned_bytes(stream)) - pinned_before;
  found.copies_on_host = pinned > 0;
  found.copy_bytes = pinned + static_cast<double>(bytes_in_arrays(stream)) - arrays_before_copies;
  // the system may count pinned memory as the process's, or not
  const double host_of_copies = found.copies_on_host ? peak_host_bytes() - host_before_copies : 0;
  stream.synchronize();
  found.set_up_seconds = now() - begin;

  std::vector<Reporter*> reporters = outputs.reporters();
  if (!with_outputs) // but rows, which are short and have arrays of their own
    std::erase_if(reporters, [](const Reporter* reporter) { return reporter->name() != "series"; });
  const auto report = [&](Reporter& reporter) {
    stream.synchronize();
    const double before = folder.bytes(), start = now();
    reporter.report(simulation);
    stream.synchronize();
    const double reported = now();
    outputs.finish();
    return OutputCost{reporter.name(), reported - start, now() - reported, folder.bytes() - before};
  };
  for (int i = 0; i < warm_up; ++i) simulation.advance();
  stream.synchronize();
  // Outputs are counted by run_prediction, but for arrays that make them.
  const double before_outputs = peak_host_bytes();
  const auto arrays_of_steps = static_cast<double>(bytes_in_arrays(stream));
  try { // also makes the files: once more below
    if (!is_part) simulation.check();
    for (Reporter* reporter : reporters) found.outputs.push_back(report(*reporter));
  } catch (const NumericalError& e) {
    found.trouble = e.what();
  }
  const double start = now();
  int steps = 0;
  // rarely wait
  for (int together = fewest_steps; steps < most_steps && (steps == 0 || now() - start < seconds_of_steps);
       together = std::min(steps, most_steps - steps)) {
    for (int i = 0; i < together; ++i, ++steps) simulation.advance();
    stream.synchronize();
  }
  found.step_seconds = (now() - start) / steps;
  found.phases = simulation.phase_times();
  try {
    if (!is_part) simulation.check();
    for (std::size_t i = 0; i < found.outputs.size(); ++i) {
      const OutputCost again = report(*reporters[i]); // the lesser: a disk may be busy with what is not ours
      OutputCost& cost = found.outputs[i];
      cost = {cost.name, std::min(cost.seconds, again.seconds),
              std::min(cost.writer_seconds, again.writer_seconds), again.bytes};
    }
  } catch (const NumericalError& e) {
    found.trouble = e.what();
  }
  if (is_part) found.trouble.clear();
  const double for_a_moment = bytes_for_a_moment(s, s.output, s.device.ranks);
  const auto arrays_now = static_cast<double>(bytes_in_arrays(stream));
  const double of_walls = found.wall_bytes - ranks * walls.inverse; // beyond what these steps keep
  found.array_bytes = arrays_now - arrays_before + for_a_moment + of_walls;
  if (on_cuda) found.patch_bytes = bytes_of_patches(s, ranks);
  const std::vector<double> free_now = free_device_bytes();
  for (std::size_t i = 0; i < free_now.size(); ++i) {
    const double taken = free_before[i] - free_now[i];
    if (i == 0)
      found.device_bytes = taken + for_a_moment + of_walls / ranks;
    else
      found.other_device_bytes = std::max(found.other_device_bytes, taken + of_walls / ranks);
  }
  found.host_bytes = before_outputs - host_of_copies + pinned;
  if (!on_cuda) // the peak has the arrays of an inverse that is made
    found.host_bytes += arrays_now - arrays_of_steps + for_a_moment + ranks * (walls.most - walls.first);
  return found;
}

} // namespace ibsim

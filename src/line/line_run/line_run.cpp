// `ibsim run` and `ibsim resume` of `kind: line`.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "base/wall_clock.hpp"
#include "files/folder_lock.hpp"
#include "files/run_folder.hpp"
#include "line_files/read_line_scenario.hpp"
#include "line_run/line_application.hpp"
#include "line_run/line_outputs.hpp"
#include "parallel/with_cuda.hpp"
#include "program/choose_device.hpp"
#include "program/interruption.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

struct LineRun {
  line::LineScenario scenario;
  std::vector<std::string> warnings;
  std::optional<Checkpoint> checkpoint; ///< to go on from
  bool new_files = true;                ///< false: in the folder of the checkpoint
  std::optional<FolderLock> lock;
  bool overwrite = false, quiet = false;
  std::uint64_t until = std::numeric_limits<std::uint64_t>::max(); ///< a step
  std::string typed;
};

/// Goes from the solver's step to the end, as many steps at a time as take a fifth of a second, so that
/// progress is shown and a signal is heeded; the bits do not depend on it.
void advance_to_end(const LineRun& run, line::LineSolver& solver, LineOutputs& outputs) {
  const line::LineScenario& s = run.scenario;
  const std::uint64_t all = steps_in_all(s), end = std::min(all, run.until), first = solver.steps();
  ProgressDisplay display(ProgressDisplay::style(run.quiet));
  hold_interruptions(); // there are files to close now
  const double begin = now();
  double saved_at = begin;
  std::uint64_t chunk = 64;
  while (solver.steps() < end) {
    const std::uint64_t due = std::min(end, outputs.next_after(solver.steps()));
    while (solver.steps() < due && !interruption_requested()) {
      const double before = now();
      const std::uint64_t steps = std::min(chunk, due - solver.steps());
      solver.advance(steps);
      if (steps == chunk) { // long enough to be measured
        solver.wait();
        if (const double took = now() - before; took < 0.1)
          chunk *= 2;
        else if (took > 0.3 && chunk > 1)
          chunk /= 2;
      }
      display.show({solver.steps(), all, static_cast<real>(solver.steps()) * s.time.step,
                    s.has_dimensions() ? s.time.end : 0, now() - begin, first});
    }
    if (solver.steps() == due) outputs.write(solver);
    const bool stop = interruption_requested();
    const bool long_ago = s.output.checkpoint_every_wall_clock > 0 &&
                          now() - saved_at > s.output.checkpoint_every_wall_clock * 1e-6;
    const bool early = solver.steps() == end && end < all;
    if (stop || long_ago || early) outputs.write_checkpoint(solver), saved_at = now();
    if (stop) {
      outputs.finish();
      display.clear();
      throw Interrupted(text("stopped after step %llu; continue with: ibsim resume ",
                             static_cast<unsigned long long>(solver.steps())) +
                        s.output.folder);
    }
  }
  outputs.finish();
  display.clear();
  const double seconds = now() - begin, steps = static_cast<double>(solver.steps() - first);
  log::info(text("%.0f steps in %.3g s (%.4g us a step, output included)", steps, seconds,
                 1e6 * seconds / std::max(1.0, steps)));
  if (end < all)
    log::info("stopped at t = " + line_time_text(s, static_cast<real>(end) * s.time.step) +
              ", as requested; continue with: ibsim resume " + s.output.folder);
}

template <class B>
void simulate(LineRun& run) {
  const line::LineScenario& s = run.scenario;
  when_interrupted_say("before the first step: there is nothing to resume");
  const Stream<B> stream; // no device: fails before anything is written
  const line::LineSetUp set = line::set_up(s);
  const std::unique_ptr<line::LineSolver> solver = line::make_line_solver(stream, s, set);
  const RunFiles files = run_files(s.output.folder);
  if (!run.lock) run.lock.emplace(prepare_run_folder(s.output.folder, run.overwrite));
  const log::File log_file(files.log);
  write_file(files.scenario, resolved_line_scenario(s));
  log::debug("ibsim " IBSIM_VERSION ": " + run.typed);
  try {
    LineOutputs outputs(s, set, run.new_files ? std::nullopt : run.checkpoint);
    if (run.checkpoint)
      solver->restore(run.checkpoint->step, run.checkpoint->array("values", set.start.size()));
    log::info("'" + s.title + "' on " + device_in_words(std::is_same_v<B, Cuda>) + ": " +
              line_in_words(s, set) + ", " + line::to_string(solver->scheme()) +
              (solver->node() ? text(", nodes of %d points", solver->node()) : "") +
              text(", %llu steps", static_cast<unsigned long long>(steps_in_all(s))) +
              (run.checkpoint ? text(" from step %llu", static_cast<unsigned long long>(run.checkpoint->step))
                              : "") +
              " -> " + s.output.folder);
    if (!run.checkpoint) outputs.write(*solver);
    try {
      advance_to_end(run, *solver, outputs);
    } catch (...) {
      outputs.settle(); // what was written is for looking at
      throw;
    }
  } catch (const std::exception& e) {
    log::debug(std::string("error: ") + e.what()); // the file's; the caller tells the console
    throw;
  }
}

int start(LineRun& run) {
  const DeviceChoice device = choose_device(run.scenario.device);
  for (const std::string& warning : run.warnings) log::warning(warning);
  log::info(device.line);
#if defined(IBSIM_WITH_CUDA)
  if (device.cuda) {
    simulate<Cuda>(run);
    return 0;
  }
#endif
  simulate<Cpu>(run);
  return 0;
}

} // namespace

int run_line(const RunRequest& request) {
  LineRun run;
  run.scenario = line_scenario_of(request, request.file, run.warnings);
  run.overwrite = request.overwrite, run.quiet = request.quiet, run.typed = request.typed;
  require_stable_step(run.scenario, line::set_up(run.scenario), request.file, run.warnings);
  check_run_folder(run.scenario.output.folder, request.overwrite);
  if (is_file_of_run(run.scenario.output.folder, request.file))
    throw InputError(request.file.string() +
                     " lies in the output folder, where the run would replace it; give a copy of it, or "
                     "another folder with --output");
  return start(run);
}

int resume_line(const RunRequest& request) {
  LineRun run;
  run.quiet = request.quiet, run.typed = request.typed;
  run.lock.emplace(request.file);
  std::string warning;
  run.checkpoint = request.checkpoint.empty() ? read_newest_checkpoint(request.file, warning)
                                              : read_checkpoint(request.checkpoint);
  if (!warning.empty()) run.warnings.push_back(warning);
  std::vector<std::string> ignored;
  const line::LineScenario before =
      read_line_scenario_text(run.checkpoint->scenario, "the scenario in the checkpoint", {}, ignored);
  const std::filesystem::path file = run_files(request.file).scenario;
  RunRequest changed = request;
  if (!request.until.empty()) {
    real until = 0;
    try {
      until = before.has_dimensions() ? parse_quantity(request.until, dimension::time)
                                      : parse_number(request.until);
    } catch (const InputError& e) {
      throw InputError(std::string("--until: ") + e.what());
    }
    run.until = static_cast<std::uint64_t>(std::max(1.0, std::round(until / before.time.step)));
    if (until > read_line_scenario(file, request.overrides, ignored).time.end * (1 + 1e-12))
      changed.overrides.push_back("time.end=" + request.until);
  }
  run.scenario = line_scenario_of(changed, file, run.warnings);
  run.scenario.output.folder = (request.output.empty() ? request.file : request.output).string();
  for (const KeyDifference& d : line_scenario_differences(before, run.scenario))
    if (d.effect != ChangeEffect::nothing)
      throw InputError(d.key + ": is " + d.second + ", but " + d.first +
                       " in the checkpoint: a resume continues the same run. Restore it, or start a new run");
  if (run.checkpoint->step >= steps_in_all(run.scenario)) {
    log::info("nothing to do: the run is complete (" + std::to_string(run.checkpoint->step) +
              " steps); to continue, give a later end with --until");
    return 0;
  }
  if (run.checkpoint->step >= run.until) {
    log::info("nothing to do: the run has reached " + line_time_text(run.scenario, run.checkpoint->time) +
              " already");
    return 0;
  }
  require_stable_step(run.scenario, line::set_up(run.scenario), file, run.warnings);
  run.new_files = !request.output.empty();
  if (run.new_files) {
    run.lock.reset(); // what was wanted of the old folder has been read
    check_run_folder(run.scenario.output.folder, false);
  } else {
    try {
      const FoundOutputs found =
          require_line_outputs(run.scenario, line::set_up(run.scenario), *run.checkpoint);
      run.warnings.insert(run.warnings.end(), found.warnings.begin(), found.warnings.end());
      if (!found.again.empty())
        log::info("continuing from t = " + line_time_text(run.scenario, run.checkpoint->time) +
                  "; what was written after it is computed again: " + found.again);
    } catch (const InputError& e) {
      throw InputError(std::string(e.what()) + "; to continue in a new folder: ibsim resume " +
                       request.file.string() + " --output NEW_FOLDER");
    }
  }
  return start(run);
}

} // namespace ibsim

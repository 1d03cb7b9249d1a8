// `ibsim run` and `ibsim resume` of a flow.
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/units.hpp"
#include "files/run_folder.hpp"
#include "flow_files/compare_scenarios.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/flow_application.hpp"
#include "flow_run/output_marks.hpp"
#include "flow_run/run_scenario.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "program/choose_device.hpp"
#include "program/interruption.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"
#include "ranks/require_distributable.hpp"
#include "schema/scenario_file.hpp"

namespace ibsim {
namespace {

/// What both do once the scenario is known and its folder has been looked at.
int start(const RunRequest& request, Scenario scenario, RunOptions& options) {
  const DeviceChoice device = choose_device(scenario.device);
  scenario.device.gpus_asked = device.gpus, scenario.device.ranks = device.ranks;
  require_distributable(scenario, scenario.device, device.cuda);
  for (const std::string& warning : options.warnings) log::warning(warning);
  log::info(device.line + (device.ranks > 1 ? ", by " + std::to_string(device.ranks) + " ranks" : ""));
  if (scenario.precision == Precision::mixed) log::info("the fluid in single precision (device.precision)");
  if (scenario.precision == Precision::single)
    log::info("the fluid and membranes in single precision (device.precision)");
  if (device.cuda || scenario.device.launched)
    for (const std::string& part : parts_of_ranks(scenario.grid, scenario.device, device.cuda))
      log::info(part);
  if (scenario.device.launched)
    log::info(
        "if a process is killed, its launcher ends all (mpirun does; srun with --kill-on-bad-exit); then "
        "continue with: ibsim resume " +
        scenario.output.folder);

  options.live_pictures = request.live_pictures;
  options.cache_folder = default_cache_folder();
  options.command_line = request.typed;
  ProgressDisplay display(ProgressDisplay::style(request.quiet));
  options.control.progress = [&display](const Progress& progress) {
    hold_interruptions(); // there are files to close now
    display.show(progress);
  };
  options.control.stop_requested = interruption_requested;

  on_stream(device.cuda, [&](const AnyStream& stream) { run_scenario(stream, scenario, options); });
  return 0;
}

/// Finds the checkpoint, and the scenario to go on with, which must be that of the checkpoint in all that it
/// simulates.
Scenario resumed_scenario(const RunRequest& request, RunOptions& options) {
  std::string warning;
  options.checkpoint = request.checkpoint.empty() ? read_newest_checkpoint(request.file, warning)
                                                  : read_checkpoint(request.checkpoint);
  if (!warning.empty()) options.warnings.push_back(warning);
  const std::filesystem::path file = run_files(request.file).scenario;
  std::vector<std::string> ignored;
  const Scenario before =
      read_scenario_text(options.checkpoint->scenario, "the scenario in the checkpoint", {}, ignored);
  RunRequest changed = request;
  if (!request.until.empty()) {
    try {
      options.control.until = parse_quantity(request.until, dimension::time);
    } catch (const InputError& e) {
      throw InputError(std::string("--until: ") + e.what());
    }
    if (options.control.until > read_scenario(file, changed.overrides, ignored).time.end * (1 + 1e-12))
      changed.overrides.push_back("time.end=" + request.until);
  }
  Scenario scenario = scenario_of(changed, file, options.warnings);
  scenario.output.folder = (request.output.empty() ? request.file : request.output).string();
  for (const KeyDifference& d : scenario_differences(before, scenario)) {
    const bool of_new_files = options.new_files && d.effect == ChangeEffect::format;
    if (!may_change_in_resume(d) && !of_new_files)
      throw InputError(d.key + ": is " + d.second + ", but " + d.first +
                       " in the checkpoint: a resume continues the same run. Restore it, or start a new run "
                       "from its state: start: {from: " +
                       request.file.string() + "}");
    if (!leaves_results_alone(d))
      options.warnings.push_back(d.key + " changes from " + d.first + " to " + d.second +
                                 ": the rest differs from a run that was never stopped");
  }
  if (scenario.time.automatic &&
      interval_length(before.time, before.output) != interval_length(scenario.time, scenario.output))
    options.warnings.push_back(
        "with automatic steps the times at which output is due set the steps, and they change "
        "(from every " +
        time_text(interval_length(before.time, before.output)) + " to every " +
        time_text(interval_length(scenario.time, scenario.output)) +
        "): the rest differs from a run that was never stopped");
  return scenario;
}

} // namespace

int run_flow(const RunRequest& request) {
  RunOptions options;
  options.overwrite = request.overwrite;
  log::debug("set-up: reading the scenario");
  Scenario scenario = scenario_of(request, request.file, options.warnings);
  options.start = state_to_start_from(scenario);
  check_run_folder(scenario.output.folder, request.overwrite);
  if (is_file_of_run(scenario.output.folder, request.file))
    throw InputError(request.file.string() +
                     " lies in the output folder, where the run would replace it; give a " +
                     "copy of it, or another folder with --output");
  if (request.open_window) request.open_window(scenario.output.folder);
  return start(request, scenario, options);
}

int resume_flow(const RunRequest& request) {
  const RunFiles files = run_files(request.file);
  RunOptions options;
  options.new_files = !request.output.empty();
  if (!options.new_files) options.lock.emplace(request.file); // else the old folder is only read
  const Scenario scenario = resumed_scenario(request, options);
  if (options.checkpoint->time >
      scenario.time.end - (scenario.time.automatic ? 1e-9 * scenario.time.end : 0.5 * scenario.time.step)) {
    log::info("nothing to do: the run is complete (" + std::to_string(options.checkpoint->step) +
              " steps); to continue, give a later end with --until");
    return 0;
  }
  if (options.checkpoint->time >= options.control.until * (1 - 1e-12)) {
    log::info("nothing to do: the run has reached " + time_text(options.checkpoint->time) + " already");
    return 0;
  }
  if (options.new_files) {
    check_run_folder(scenario.output.folder, false);
  } else {
    try {
      const FoundOutputs found = require_outputs(scenario, scenario.output, *options.checkpoint);
      options.warnings.insert(options.warnings.end(), found.warnings.begin(), found.warnings.end());
      if (!found.again.empty())
        log::info("continuing from t = " + time_text(options.checkpoint->time) +
                  "; what was written after it is computed again: " + found.again);
    } catch (const InputError& e) {
      throw InputError(std::string(e.what()) + "; to continue in a new folder: ibsim resume " +
                       request.file.string() + " --output NEW_FOLDER");
    }
  }
  return start(request, scenario, options);
}

} // namespace ibsim

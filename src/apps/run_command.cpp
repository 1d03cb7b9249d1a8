// `ibsim run` and `ibsim resume`.
#include "apps/choose_device.hpp"
#include "apps/commands.hpp"
#include "apps/interruption.hpp"
#include "apps/progress.hpp"
#include "apps/run_scenario.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "io/run_folder.hpp"

namespace ibsim {
namespace {

/// What both do once the scenario is known and its folder has been looked at.
int start(const CommandLine& line, const Scenario& scenario, RunOptions& options, const std::string& typed) {
  const DeviceChoice device = choose_device(scenario.device, scenario.threads);
  for (const std::string& warning : options.warnings) log::warning(warning);
  log::info(device.line);

  options.cache_folder = default_cache_folder();
  options.command_line = typed;
  ProgressDisplay display(line.quiet ? ProgressDisplay::Style::silent : ProgressDisplay::style_for_this_terminal());
  options.control.progress = [&display](const Progress& progress) {
    hold_interruptions(); // there are files to close now
    display.show(progress);
  };
  options.control.stop_requested = interruption_requested;

#if defined(IBSIM_WITH_CUDA)
  if (device.cuda) {
    run_scenario<Cuda>(scenario, options);
    return 0;
  }
#endif
  run_scenario<Cpu>(scenario, options);
  return 0;
}

} // namespace

int run_command(const CommandLine& line, const std::string& typed) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  watch_for_interruption();
  RunOptions options;
  options.overwrite = line.overwrite;
  const Scenario scenario = scenario_of(line, line.file, options.warnings);
  check_run_folder(scenario.output.folder, line.overwrite);
  return start(line, scenario, options, typed);
}

int resume_command(const CommandLine& line, const std::string& typed) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  watch_for_interruption();
  const RunFiles files = run_files(line.file);
  if (!std::filesystem::is_regular_file(files.scenario))
    throw InputError(line.file.string() + " is not the folder of a run: it has no " + files.scenario.filename().string());

  RunOptions options;
  Scenario scenario = scenario_of(line, files.scenario, options.warnings);
  scenario.output.folder = line.file;
  std::string damaged;
  options.checkpoint = read_newest_checkpoint(line.file, damaged);
  if (!damaged.empty()) options.warnings.push_back(damaged);
  if (options.checkpoint->time > scenario.time.end - 0.5 * scenario.time.step) {
    log::info("nothing to do: the run is complete (" + std::to_string(options.checkpoint->step) + " steps); to go on, give a later end with --set time.end=...");
    return 0;
  }
  return start(line, scenario, options, typed);
}

} // namespace ibsim

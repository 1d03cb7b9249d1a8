#include "flow_run/run_scenario.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/wall_clock.hpp"
#include "files/run_folder.hpp"
#include "flow_files/write_resolved.hpp"
#include "flow_run/averages.hpp"
#include "flow_run/checkpoint_state.hpp"
#include "flow_run/departures.hpp"
#include "flow_run/failure_report.hpp"
#include "flow_run/motion_table.hpp"
#include "flow_run/passages.hpp"
#include "flow_run/passed.hpp"
#include "flow_run/run_outputs.hpp"
#include "flow_run/serve_flows.hpp"
#include "flow_run/set_up.hpp"
#include "flow_run/viscosity_in_words.hpp"
#include "flow_run/wall_means.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "program/interruption.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"
#include "state/failure.hpp"
#include "step/step_traffic.hpp"

#include <cstdio>
#include <optional>

namespace ibsim {
namespace {

/// What kept the run from computing: reporters at work, and at the end the disk.
std::string output_in_words(const RunOutputs& outputs, double disk_seconds) {
  double all = disk_seconds;
  std::string each;
  for (const auto& [name, seconds] : outputs.waited()) {
    all += seconds;
    each += text("%s %.3g s, ", name.c_str(), seconds);
  }
  return text("output took %.3g s of it: ", all) + each + text("waiting for the disk %.3g s", disk_seconds);
}

/// Where the time went, as the last lines of a run.
void log_summary(const AnyStream& stream, Simulation& simulation, const std::vector<SurfaceKind>& kinds,
                 const RunOutputs& outputs, std::uint64_t first_step, double set_up_seconds, double seconds,
                 double disk_seconds) {
  const double steps = static_cast<double>(simulation.steps() - first_step);
  log::info(text("%.0f steps in %.3g s (%.4g ms a step, output included), set-up %.3g s", steps, seconds,
                 1e3 * seconds / (steps > 0 ? steps : 1), set_up_seconds));
  log::info(output_in_words(outputs, disk_seconds));
  const std::vector<std::string> table =
      phase_table(simulation.phase_times(), least_traffic(simulation.model(), kinds));
  if (!table.empty())
    log::info(
        "time of a step by phase, medians of a sample; GB/s: the memory traffic that it needs at least");
  for (const std::string& line : table) log::info(line);
  const std::vector<RankTimes> ranks = simulation.times_of_ranks();
  for (std::size_t r = 0; r < ranks.size() && !ranks[r].phases.empty(); ++r) {
    std::string line = text("rank %zu, ms a step:", r);
    for (const PhaseTime& phase : ranks[r].phases)
      line += text(" %s %.4g,", phase.phase.c_str(), 1e3 * phase.median);
    line += " of it";
    for (std::size_t kind = 0; kind < ranks[r].messages.size(); ++kind)
      line += text(" %s %.3g,", message_names[kind].c_str(), 1e3 * ranks[r].messages[kind]);
    log::info(line + text(" with %.3g of waiting for slower ranks; it computed the forces of %zu",
                          1e3 * ranks[r].waits, ranks[r].objects));
  }
  log::info(text("memory at most: %.0f MiB of the host", peak_host_bytes() / 1048576.0) +
            stream.with([]<class B>(const Stream<B>&) {
              return std::is_same_v<B, Cuda>
                         ? text(", %.0f MiB of the device in arrays", peak_allocated_bytes<B>() / 1048576.0)
                         : std::string();
            }));
  const Compression& pressed = outputs.most_pressed();
  const FlowModel& model = simulation.model();
  if (pressed.area_ratio < Compression::small)
    log::warning(pressed.object + ": its membrane was compressed most at " + time_text(pressed.time) +
                 text(", to %.2g of its area at rest; ", pressed.area_ratio) +
                 remedy_of_compression(model, model.objects[pressed.kind], pressed.time));
}

} // namespace

void run_scenario(const AnyStream& stream, const Scenario& as_read, RunOptions& options) {
  Scenario scenario = with_slots(as_read);
  scenario.cache_folder = options.cache_folder.string();
  const double begin = now();
  const RunFiles files = run_files(scenario.output.folder);
  std::error_code none;
  const bool is_new = !options.lock, was_there = std::filesystem::exists(scenario.output.folder, none);
  if (is_new) options.lock.emplace(claim_run_folder(scenario.output.folder, options.overwrite));
  std::optional<log::File> log_file;
  // Set-up takes up to minutes. What fails or is stopped until then leaves all as it was: no folder that
  // would block the next run, and the run before where this one should take its place.
  const auto begin_files = [&] {
    if (is_new) clear_run_folder(scenario.output.folder);
    if (std::filesystem::exists(files.log, none) && !is_file(files.log)) // a pipe would wait for a reader
      throw ResourceError("cannot write the log " + files.log.string() + ": it is not a regular file");
    log_file.emplace(files.log);
    write_resolved(as_read, files.scenario);
    log::debug("ibsim " IBSIM_VERSION ": " + options.command_line);
  };
  const bool goes_on = options.checkpoint && !options.new_files;

  try {
    when_interrupted_say("before the first step: there is nothing to resume");
    const std::vector<SurfaceKind> kinds = set_up_membranes(scenario, options.cache_folder);
    log::debug("set-up: membranes are there");
    if (scenario.device.launched) begin_service(*scenario.device.launched, as_read, stream.on_cuda());
    Simulation simulation(stream, scenario, kinds);
    stream.synchronize();
    log::debug("set-up: the state is there, and looked at");
    std::vector<double> angles;
    if (options.checkpoint) restore(simulation, angles, *options.checkpoint);
    if (options.start) start_from(simulation, *options.start);
    options.start.reset(); // the host needs its memory
    begin_files();
    RunOutputs outputs(scenario, scenario.time, scenario.output, kinds,
                       goes_on ? &*options.checkpoint : nullptr, options.live_pictures);
    if (options.checkpoint) {
      outputs.cell_angles() = angles;
      options.checkpoint->arrays = std::vector<NamedArray>(); // the host needs its memory for the next one
    }
    stream.synchronize();
    const double set_up = now() - begin;
    const std::uint64_t first_step = simulation.steps();
    log::info(
        "'" + scenario.title + "' on " + device_in_words(stream.on_cuda()) +
        text(": %d x %d x %d grid points, ", scenario.grid.n.x, scenario.grid.n.y, scenario.grid.n.z) +
        text(scenario.time.automatic ? "about %llu steps, at first of " : "%llu steps of ",
             static_cast<unsigned long long>(simulation.steps_in_all())) +
        time_text(scenario.time.step) +
        (first_step ? text(" from step %llu", static_cast<unsigned long long>(first_step)) : std::string()) +
        " -> " + scenario.output.folder);
    double disk_seconds = 0;
    std::string mean_viscosity;
    try {
      run(simulation, outputs.reporters(), options.control);
      const bool stopped_early = simulation.time() < scenario.time.end * (1 - 1e-9) &&
                                 simulation.time() >= options.control.until * (1 - 1e-9);
      const double written = now();
      if (stopped_early) outputs.write_checkpoint(simulation);
      outputs.finish();
      mean_viscosity = write_averages(scenario.output.folder, scenario.output.averages_from);
      write_motions(scenario.output.folder, scenario);
      const std::vector<Passage> passages =
          find_passages(run_files(scenario.output.folder).cells_csv, scenario, simulation.population());
      write_passages(scenario.output.folder, scenario, passages);
      write_passed(scenario.output.folder, scenario, passages);
      if (scenario.has_vessel()) write_wall_means(scenario.output);
      write_departures(scenario.output.folder, scenario, simulation.population());
      disk_seconds = now() - written;
      if (stopped_early)
        log::info("stopped at t = " + time_text(simulation.time()) +
                  ", as requested; continue with: ibsim resume " + scenario.output.folder);
    } catch (const Interrupted& stop) {
      outputs.write_checkpoint(simulation);
      outputs.finish();
      throw Interrupted(std::string(stop.what()) + "; continue with: ibsim resume " + scenario.output.folder);
    } catch (const Diverged& failed) {
      throw NumericalError(report_failure(simulation, failed.failure, kinds, outputs));
    }
    if (const std::string words = viscosity_in_words(scenario, simulation.time(), mean_viscosity);
        !words.empty())
      log::info(words);
    log_summary(stream, simulation, kinds, outputs, first_step, set_up, now() - begin - set_up, disk_seconds);
  } catch (const std::exception& e) {
    log::debug(std::string("error: ") + e.what()); // the file's; the caller tells the console
    if (is_new && !log_file) {
      options.lock.reset();
      if (!was_there) std::filesystem::remove(scenario.output.folder, none); // if nothing is in it
    }
    throw;
  }
}

} // namespace ibsim

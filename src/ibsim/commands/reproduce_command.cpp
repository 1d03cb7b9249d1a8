// `ibsim reproduce`: the tables and figures of the paper.
#include "base/error.hpp"
#include "base/log.hpp"
#include "commands/commands.hpp"
#include "parallel/device.hpp"
#include "program/choose_device.hpp"
#include "program/interruption.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"
#include "results/result_files.hpp"

#include <algorithm>
#include <iostream>

namespace ibsim {
int reproduce_command(const CommandLine& line) {
  if (line.quiet) log::set_console_level(log::Level::warning);
  watch_for_interruption();
  hold_interruptions(); // what is complete is kept; the experiment under way is left
  const DeviceChoice device = choose_device({line.device, line.threads});
  const std::filesystem::path folder = line.output.empty() ? "results" : line.output;
  make_results_folder(folder);

  const std::string now = now_utc();
  Provenance provenance{{"machine", cpu_description()},
                        {"GPU", device.cuda ? describe_cuda_device().name : "none"},
                        {"versions", version_description()},
                        {"command", line.typed},
                        {"date", now}};

  ProgressDisplay display(ProgressDisplay::style(line.quiet));
  const std::string machine = provenance[0].second + ", GPU " + provenance[1].second;
  const std::string made_by = version_description() + "; " + machine + (device.cuda ? "; cuda" : "; cpu");
  provenance.push_back({"made by", made_by});
  MeasurementStore store(folder, made_by, now + " by " + line.typed, line.force);
  store.refuse_to_mix();
  ExperimentSettings settings;
  settings.cuda = device.cuda;
  settings.threads = line.threads;
  settings.steps = line.steps;
  settings.cache_folder = default_cache_folder();
  settings.machine = machine;
  settings.store = &store;
  settings.control.progress = [&display](const Progress& progress) { display.show(progress); };
  settings.control.stop_requested = interruption_requested;

  log::info(device.line);
  Verdicts verdicts;
  std::string broken;
  std::vector<Experiment> wanted; // each once
  for (const std::string& word : line.experiments)
    for (const Experiment& called : experiments_called(word))
      if (std::none_of(wanted.begin(), wanted.end(),
                       [&](const Experiment& other) { return other.name == called.name; }))
        wanted.push_back(called);
  for (Experiment experiment : wanted) {
    const bool convergence =
        experiment.name == "table3" || experiment.name == "table4" || experiment.name == "laplace";
    settings.coarse = (convergence || experiment.name.starts_with("eikonal/")) && line.coarse;
    settings.kernel = convergence ? line.kernel : DeltaKernel::cosine;
    settings.quadrature =
        convergence && line.rbf_quadrature ? QuadratureRule::rbf : QuadratureRule::harmonics;
    // results with another kernel or quadrature than the paper's stand beside those with them
    const std::string title = experiment.name;
    if (settings.kernel != DeltaKernel::cosine) experiment.name += "_" + to_string(settings.kernel);
    if (settings.quadrature == QuadratureRule::rbf) experiment.name += "_rbf";
    log::info(experiment.name + ": " + experiment.what);
    settings.say = [&](const std::string& text) {
      display.clear();
      log::info(title + ": " + text);
    };
    ExperimentResult result;
    try {
      result = experiment.run(settings);
    } catch (const Interrupted&) {
      display.clear();
      throw Interrupted("stopped in " + experiment.name + "; what is complete is kept in " + folder.string() +
                        ", and the same command continues");
    }
    display.clear();
    Provenance with_measurements = provenance;
    for (const auto& [file, when] : store.take_used()) {
      with_measurements.push_back({file, "measured " + when});
      if (when.rfind(now, 0) != 0)
        log::info(title + ": " + file + " was measured " + when +
                  " and is used again; --force to measure anew");
    }
    write_results(folder, experiment, settings, result, with_measurements);
    std::cout << to_markdown(experiment, result) << std::endl;
    for (const Claim& claim : result.claims) {
      verdicts.count(claim);
      if (claim.broken()) broken += (broken.empty() ? "" : ", ") + experiment.name + " " + claim.name;
    }
  }
  log::info(to_string(verdicts));
  log::info("results in " + folder.string() + "; draw them with scripts/plot_results.py " + folder.string());
  if (!broken.empty())
    throw ClaimError("claims of the paper that should hold here do not: " + broken + "; see " +
                     folder.string());
  return 0;
}

} // namespace ibsim

// `ibsim sweep`: a scenario with many values of some keys (studies/sweep).
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "commands/commands.hpp"
#include "parallel/device.hpp"
#include "program/choose_device.hpp"
#include "program/interruption.hpp"
#include "schema/scenario_file.hpp"
#include "sweep/check_points.hpp"
#include "sweep/shared_gpu.hpp"
#include "sweep/slurm_script.hpp"

#include <algorithm>
#include <iostream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// Processes that share a GPU by turns, and side by side: more of them gain little (docs/sweeps.md).
constexpr int jobs_by_turns = 4, jobs_side_by_side = 16;

fs::path folder_of(const CommandLine& line, const Tree& scenario) {
  if (!line.output.empty()) return line.output;
  const Tree* output = scenario.kind == Tree::Kind::map ? scenario.find("output") : nullptr;
  const Tree* folder = output && output->kind == Tree::Kind::map ? output->find("folder") : nullptr;
  if (folder && folder->kind == Tree::Kind::scalar && !folder->text.empty()) return folder->text + "_sweep";
  return fs::path("results") / (line.file.stem().string() + "_sweep");
}

/// Number of runs at a time that gains speed and fits into the GPU's memory.
/// @param bytes of each run; 0: not known
int jobs_on_gpu(bool side_by_side, double bytes) {
  const int most = side_by_side ? jobs_side_by_side : jobs_by_turns;
  if (!(bytes > 0)) return most;
  constexpr double part = 0.85; // the rest is the driver's, and of whoever else computes there
  const double fit = part * static_cast<double>(describe_cuda_device().memory_bytes) / bytes;
  return std::clamp(static_cast<int>(std::min(fit, 1e6)), 1, most);
}

/// How the runs share the machine: the jobs, and the threads of each where that is ours to choose.
void share_machine(const CommandLine& line, const SweepPlan& plan, SweepSettings& settings,
                   std::optional<SharedGpu>& gpu) {
  const std::size_t points = settings.only ? 1 : plan.points.size();
  const DeviceChoice device = choose_device({line.device, 0});
  const int cores = cpu_threads();
  if (line.device_given)
    settings.options = {"--device", line.device == DeviceKind::cuda  ? "cuda"
                                    : line.device == DeviceKind::cpu ? "cpu"
                                                                     : "auto"};
  int& jobs = settings.jobs;
  if (device.cuda && points > 1 && jobs != 1) gpu.emplace();
  if (jobs == 0 && points > 1)
    jobs = device.cuda        ? jobs_on_gpu(gpu->side_by_side(), check_point(plan, settings, 0).gpu_bytes)
           : line.threads > 0 ? std::max(1, cores / line.threads)
                              : cores;
  jobs = static_cast<int>(std::min(static_cast<std::size_t>(std::max(1, jobs)), points));
  const int threads = line.threads > 0 ? line.threads : std::max(1, cores / jobs);
  settings.options.insert(settings.options.end(), {"--threads", std::to_string(threads)});
  log::info(text("%d at a time, ", jobs) +
            (device.cuda ? device.line + (gpu && jobs > 1 ? ", " + gpu->words() : "")
                         : text("%d %s each", threads, threads == 1 ? "thread" : "threads")));
}

/// What was typed, but for --slurm and how many at a time.
std::vector<std::string> words_for_slurm(const CommandLine& line, const fs::path& folder) {
  std::vector<std::string> words{line.file.string()};
  for (const std::string& assignment : line.overrides) words.insert(words.end(), {"--set", assignment});
  for (const std::string& assignment : line.sweep.together)
    words.insert(words.end(), {"--together", assignment});
  if (line.device_given)
    words.insert(words.end(), {"--device", line.device == DeviceKind::cuda  ? "cuda"
                                           : line.device == DeviceKind::cpu ? "cpu"
                                                                            : "auto"});
  words.insert(words.end(), {"--output", folder.string()});
  return words;
}

} // namespace

int sweep_command(const CommandLine& line) {
  watch_for_interruption();
  if (line.quiet) log::set_console_level(log::Level::warning);
  const SweepPlan plan = plan_sweep(line.overrides, line.sweep.together);
  const std::string scenario = scenario_text(line.file);
  for (const SweepPoint& point : plan.points) // paths that lead nowhere, before any work
    scenario_tree(scenario, line.file.string(), assignments_of(plan, point));
  SweepSettings settings;
  settings.scenario = line.file;
  settings.folder = folder_of(line, scenario_tree(scenario, line.file.string(), plan.fixed));
  settings.retry = line.sweep.retry;
  settings.only = line.sweep.point;
  if (settings.only && *settings.only >= plan.points.size())
    throw InputError(text("--point: the sweep has %zu points, numbered from 0", plan.points.size()));
  if (!line.sweep.check) claim_sweep_folder(plan, line.file, settings.folder);
  if (line.sweep.slurm) {
    std::error_code ignored;
    std::cout << slurm_script(fs::read_symlink("/proc/self/exe", ignored).string(),
                              words_for_slurm(line, settings.folder), plan.points.size(), settings.folder);
    return 0;
  }
  hold_interruptions();
  settings.jobs = line.sweep.jobs;
  std::optional<SharedGpu> gpu; // as long as runs go on
  share_machine(line, plan, settings, gpu);
  settings.say = [](const std::string& words) { log::info(words); };
  if (line.sweep.check) return print_estimates(plan, settings);
  log::info(text("%zu points in ", plan.points.size()) + settings.folder.string());
  const std::vector<PointResult> results = run_points(plan, settings);

  std::size_t done = 0, bad = 0, first = results.size();
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (settings.only && *settings.only != i) continue;
    done += results[i].status == PointStatus::done;
    const bool failed = results[i].status != PointStatus::done;
    bad += failed;
    if (failed && first == results.size()) first = i;
  }
  if (bad == 0) {
    log::info(text("%zu points done", done) +
              (settings.only ? "" : "; the table of all: " + (settings.folder / "sweep.csv").string()));
    return 0;
  }
  const PointResult& one = results[first];
  const auto waits = [](const PointResult& point) { return point.status == PointStatus::waiting; };
  if (first == 0 && results.size() > 1 && std::all_of(results.begin() + 1, results.end(), waits))
    throw Error(one.exit_code > 0 ? one.exit_code : 3,
                "the first point, " + plan.points[0].name +
                    ", failed, and no other point was started: " + one.message);
  throw Error(one.exit_code > 0 ? one.exit_code : 3,
              text("%zu of %zu points %s: ", bad, bad + done,
                   one.status == PointStatus::stopped ? "ended early" : "failed") +
                  plan.points[first].name + (one.message.empty() ? "" : ": " + one.message) +
                  (bad > 1 ? "; and others, see " : "; see ") + (settings.folder / "sweep.csv").string() +
                  "; --retry tries them again");
}

} // namespace ibsim

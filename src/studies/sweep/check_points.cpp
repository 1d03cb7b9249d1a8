#include "sweep/check_points.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"
#include "program/interruption.hpp"
#include "program/progress.hpp"
#include "program/temporary_folder.hpp"
#include "sweep/child_process.hpp"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

double number_in(const Json& report, const char* part, const char* name) {
  const auto of = report.find(part);
  if (of == report.end() || !of->is_object()) return std::nan("");
  const auto found = of->find(name);
  return found != of->end() && found->is_number() ? found->get<double>() : std::nan("");
}

std::string bytes_text(double bytes) {
  return bytes < 1e9 ? text("%.0f MB", std::ceil(bytes / 1e6)) : text("%.3g GB", bytes / 1e9);
}

std::string bytes_or_nothing(double bytes) { return std::isnan(bytes) ? "" : bytes_text(bytes); }

void print_line(const std::string& name, std::size_t width, const PointEstimate& e) {
  std::cout << text("%-*s  ", static_cast<int>(width), name.c_str());
  if (e.exit_code != 0) {
    std::cout << "refused: " << e.error << std::endl;
    return;
  }
  std::cout << text("%12s  %14s  %10s  %10s", std::isnan(e.steps) ? "" : text("%.0f", e.steps).c_str(),
                    std::isnan(e.seconds) ? "" : duration_text(e.seconds).c_str(),
                    bytes_or_nothing(std::isnan(e.gpu_bytes) ? e.host_bytes : e.gpu_bytes).c_str(),
                    bytes_or_nothing(e.disk_bytes).c_str())
            << std::endl; // while the next one is looked at
}

} // namespace

PointEstimate check_point(const SweepPlan& plan, const SweepSettings& settings, std::size_t point) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "check.json", said = folder.path() / "check.log";
  std::vector<std::string> words{"check",      settings.scenario.string(),
                                 "--json",     file.string(),
                                 "--output",   (settings.folder / plan.points.at(point).name).string(),
                                 "--overwrite"};
  for (const std::string& assignment : assignments_of(plan, plan.points[point]))
    words.insert(words.end(), {"--set", assignment});
  words.insert(words.end(), settings.options.begin(), settings.options.end());
  const pid_t process = start_process(this_program, words, said);
  std::optional<int> ended;
  while (!(ended = wait_for(process, std::chrono::milliseconds(100))))
    if (interruption_requested()) {
      kill(process, SIGTERM);
      wait_for(process, std::chrono::seconds(10));
      throw Interrupted("the check of the sweep was stopped");
    }
  PointEstimate found;
  found.exit_code = exit_code_of(*ended);
  if (found.exit_code != 0 || !is_file(file)) {
    found.error = error_in(said, *ended);
    return found;
  }
  const Json report = Json::parse(read_file(file), nullptr, false);
  found.steps = number_in(report, "time", "steps");
  found.seconds = number_in(report, "prediction", "run_seconds");
  found.host_bytes = number_in(report, "prediction", "host_bytes");
  found.gpu_bytes = number_in(report, "prediction", "gpu_bytes");
  found.disk_bytes = number_in(report, "prediction", "disk_bytes");
  for (const Json& warning : report.value("warnings", Json::array()))
    if (warning.is_string()) found.warnings.push_back(warning.get<std::string>());
  return found;
}

int print_estimates(const SweepPlan& plan, const SweepSettings& settings) {
  std::size_t width = 5;
  for (const SweepPoint& point : plan.points) width = std::max(width, point.name.size());
  std::cout << text("%-*s  %12s  %14s  %10s  %10s", static_cast<int>(width), "point", "steps", "time",
                    "memory", "disk")
            << std::endl;
  double seconds = 0, longest = 0, disk = 0;
  int exit_code = 0;
  std::set<std::string> warnings;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const PointEstimate found = check_point(plan, settings, i);
    print_line(plan.points[i].name, width, found);
    if (exit_code == 0) exit_code = found.exit_code;
    if (found.exit_code != 0) continue;
    seconds += found.seconds, disk += found.disk_bytes, longest = std::fmax(longest, found.seconds);
    for (const std::string& warning : found.warnings)
      if (warnings.insert(warning).second) log::warning(plan.points[i].name + ": " + warning);
  }
  if (std::isnan(seconds)) return exit_code;
  const double together = std::max(longest, seconds / std::max(1, settings.jobs));
  std::cout << "all of them: " << duration_text(seconds) << " one after the other";
  if (settings.jobs > 1)
    std::cout << text(", at least %s with %d at a time", duration_text(together).c_str(), settings.jobs);
  std::cout << ", " << bytes_text(disk) << " on the disk\n";
  return exit_code;
}

} // namespace ibsim

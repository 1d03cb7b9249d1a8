// `ibsim converge`: the same flow on a finer grid, with a shorter step and with more sites, and by how much a
// quantity changes (studies/sweep).
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "commands/applications.hpp"
#include "commands/commands.hpp"
#include "files/read_csv.hpp"
#include "flow_files/read_scenario.hpp"
#include "model/scenario.hpp"
#include "program/application.hpp"
#include "program/choose_device.hpp"
#include "program/interruption.hpp"
#include "sweep/run_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

/// The scenario as it is, and with one thing refined at a time. A finer grid has the sites that follow from
/// it, where the scenario does not name them, and a shorter step, where that is fixed.
SweepPlan refinements(const Scenario& s, const CommandLine& line) {
  const double by = line.converge.factor;
  const std::string step = s.time.automatic ? text("time.safety=%.9g", s.time.safety / by)
                                            : text("time.step=%.9g us", s.time.step / by);
  std::vector<std::string> grid{text("domain.cell=%.17g um", s.grid.h / by)}, sites;
  if (!s.time.automatic) grid.push_back(step);
  for (std::size_t k = 0; k < s.objects.size(); ++k) {
    if (!std::get_if<ClosedSurface>(&s.objects[k].structure)) continue; // others have what the grid asks for
    const auto [data, sample] = s.objects[k].sites();
    sites.push_back(text("objects.%zu.data_sites=%.0f", k, std::round(by * data)));
    sites.push_back(text("objects.%zu.sample_sites=%.0f", k, std::round(by * sample)));
  }
  SweepPlan plan;
  plan.fixed = line.overrides;
  plan.points = {{"as_it_is", {}, {}}, {"grid", {}, grid}, {"step", {}, {step}}};
  if (!sites.empty()) plan.points.push_back({"sites", {}, sites});
  return plan;
}

/// What a point is called in the table.
std::string in_words(const SweepPoint& point, const Scenario& s, double by) {
  if (point.name == "grid") return text("grid of %.4g um", s.grid.h / by);
  if (point.name == "step") return text("steps shorter by %.3g", by);
  if (point.name == "sites") return text("%.3g times the sites", by);
  return text("as it is, %.4g um", s.grid.h);
}

/// "inclination (rad)" or "inclination".
bool is_called(const std::string& title, const std::string& name) {
  return title == name || (title.starts_with(name + " (") && title.ends_with(')'));
}

std::size_t column_called(const CsvTable& table, const std::string& name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const std::string& title) { return is_called(title, name); });
  return static_cast<std::size_t>(found - table.columns.begin());
}

/// The column of means over time: of the whole, or of the first kind of objects that has it.
std::size_t mean_of(const CsvTable& table, const std::string& name, const std::string& what) {
  const std::string begin = what + " of " + name;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (is_called(table.columns[c], begin) || table.columns[c].starts_with(begin + " of ")) return c;
  return table.columns.size();
}

std::vector<std::string> names_of(const CsvTable& table) {
  std::vector<std::string> names;
  for (const std::string& title : table.columns) names.push_back(title.substr(0, title.find(" (")));
  return names;
}

struct Shown {
  std::string title;
  std::size_t column, error;
};

void print_table(const CsvTable& table, const SweepPlan& plan, const Scenario& s, const CommandLine& line) {
  const std::string& name = line.converge.of;
  const std::size_t none = table.columns.size(), end = column_called(table, name),
                    mean = mean_of(table, name, "mean");
  std::vector<Shown> shown;
  if (end < none) shown.push_back({"at the end", end, none});
  if (mean < none) shown.push_back({"mean over time", mean, mean_of(table, name, "error")});
  if (shown.empty())
    throw InputError("no table of these runs has a column " + name + did_you_mean(name, names_of(table)));
  std::cout << table.columns[shown[0].column] << "\n" << text("%-24s", "");
  for (const Shown& one : shown)
    std::cout << text("%16s%12s%10s", one.title.c_str(), one.error < none ? "error" : "", "change");
  std::cout << "\n";
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    std::cout << text("%-24s", in_words(plan.points[row], s, line.converge.factor).c_str());
    for (const Shown& one : shown) {
      const std::string& cell = table.rows[row][one.column];
      const double value = std::strtod(cell.c_str(), nullptr),
                   first = std::strtod(table.rows[0][one.column].c_str(), nullptr);
      std::cout << (cell.empty() ? text("%16s", table.rows[row][table.column("status")].c_str())
                                 : text("%16.6g", value))
                << text("%12s",
                        one.error < none && !cell.empty()
                            ? text("%.2g", std::strtod(table.rows[row][one.error].c_str(), nullptr)).c_str()
                            : "")
                << text("%10s", row > 0 && !cell.empty() && first != 0
                                    ? text("%+.2f %%", 100 * (value / first - 1)).c_str()
                                    : "");
    }
    std::cout << "\n";
  }
}

} // namespace

int converge_command(const CommandLine& line) {
  watch_for_interruption();
  if (line.quiet) log::set_console_level(log::Level::warning);
  const Application& application = application_of_scenario(line.file, line.overrides);
  if (application.kind != "flow")
    throw InputError("converge refines scenarios of kind flow; this one is of kind " + application.kind);
  std::vector<std::string> warnings;
  const Scenario s = read_scenario(line.file, line.overrides, warnings);
  const SweepPlan plan = refinements(s, line);

  SweepSettings settings;
  settings.scenario = line.file;
  settings.folder = line.output.empty() ? fs::path(s.output.folder + "_converge") : line.output;
  claim_sweep_folder(plan, line.file, settings.folder);
  hold_interruptions();
  settings.jobs = std::max(1, line.sweep.jobs);
  choose_device({line.device, line.threads});
  if (line.device_given)
    settings.options = {"--device", line.device == DeviceKind::cuda  ? "cuda"
                                    : line.device == DeviceKind::cpu ? "cpu"
                                                                     : "auto"};
  if (line.threads > 0)
    settings.options.insert(settings.options.end(), {"--threads", std::to_string(line.threads)});
  settings.say = [](const std::string& words) { log::info(words); };
  log::info(text("%zu runs in ", plan.points.size()) + settings.folder.string());
  const std::vector<PointResult> results = run_points(plan, settings);
  if (results[0].status != PointStatus::done)
    throw Error(std::max(1, results[0].exit_code),
                "the unrefined scenario did not finish: " + results[0].message);
  print_table(read_csv(settings.folder / "sweep.csv"), plan, s, line);
  const auto bad = std::find_if(results.begin(), results.end(),
                                [](const PointResult& one) { return one.status != PointStatus::done; });
  if (bad == results.end()) return 0;
  throw Error(bad->exit_code, plan.points[static_cast<std::size_t>(bad - results.begin())].name +
                                  " did not finish: " + bad->message);
}

} // namespace ibsim

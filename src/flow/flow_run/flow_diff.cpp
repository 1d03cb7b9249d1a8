// `ibsim diff RUN_A RUN_B` of two flows: the scenarios by their keys, the tables row by row, the frames value
// by value.
#include "base/error.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "flow_files/compare_frames.hpp"
#include "flow_files/compare_scenarios.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/flow_application.hpp"
#include "program/print_differences.hpp"
#include "program/progress.hpp"
#include "schema/scenario_file.hpp"
#include "simulation/scenario.hpp"

#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_lines = 12; // of one file

void require_run(const fs::path& folder) {
  const RunFiles files = run_files(folder);
  if (!is_file(files.run_csv))
    throw InputError(folder.string() + " is not the folder of a run: it has no " +
                     files.run_csv.filename().string());
}

nlohmann::ordered_json print_scenarios(std::ostream& out, const fs::path& a, const fs::path& b) {
  std::vector<std::string> ignored;
  const auto scenario_of_run = [&](const fs::path& folder) {
    return read_scenario(run_files(folder).scenario, {}, ignored);
  };
  return print_differences(
      out, scenario_differences(scenario_of_run(a), scenario_of_run(b)),
      [](const KeyDifference& d) { return !leaves_results_alone(d); }, "title, end, output or device");
}

void print(std::ostream& out, const std::string& name, const std::string& rows, const Comparison& found) {
  out << name << ": ";
  if (found.common == 0) {
    out << "no time in common\n";
    return;
  }
  out << found.common << " " << rows << " in common, from " << time_text(found.first) << " to "
      << time_text(found.last);
  if (found.alone > 0) out << " (" << found.alone << " at times that only one has)";
  if (found.same) {
    out << ", the same\n";
    return;
  }
  out << "; they part "
      << (found.same_until < 0 ? "from the first on, at " : "after " + time_text(found.same_until) + ", at ")
      << time_text(found.parts_at) << "\n";
  for (std::size_t i = 0; i < std::min(found.lines.size(), most_lines); ++i)
    out << "  " << found.lines[i] << "\n";
  if (found.lines.size() > most_lines)
    out << "  and " << found.lines.size() - most_lines << " quantities more\n";
}

} // namespace

int diff_flow(const RunRequest& request) {
  require_json(request.json);
  std::ostream out(is_json_alone(request.json) ? nullptr : std::cout.rdbuf()); // nowhere without a buffer
  require_run(request.file);
  require_run(request.other);
  const nlohmann::ordered_json keys = print_scenarios(out, request.file, request.other);
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::error_code ignored;
  const RunFiles a = run_files(request.file), b = run_files(request.other);
  std::size_t common = 0, alone = 0;
  double parts_at = std::numeric_limits<double>::infinity();
  const auto add = [&](const std::string& name, const std::string& rows, const Comparison& found) {
    if (found.common + found.alone == 0) return;
    print(out, name, rows, found);
    files.push_back(comparison_json(name, found));
    common += found.common, alone += found.alone;
    if (!found.same) parts_at = std::min(parts_at, found.parts_at);
  };
  const auto table = [&](const fs::path& x, const fs::path& y) {
    add(x.filename().string(), "rows", compare_series(read_run_csv(x), read_run_csv(y), request.tolerance));
  };
  table(a.run_csv, b.run_csv);
  if (fs::exists(a.cells_csv, ignored) && fs::exists(b.cells_csv, ignored)) table(a.cells_csv, b.cells_csv);
  for (const char* name : {cells_series, fluid_series})
    add(name, "frames", compare_frames(request.file, request.other, name, request.tolerance));
  if (common == 0) throw InputError("the runs have no time in common, so they cannot be compared");
  const bool same = parts_at == std::numeric_limits<double>::infinity();
  write_json(request.json, json_text({{"same", same},
                                      {"tolerance", request.tolerance},
                                      {"parts_at", parts_at},
                                      {"scenario", keys},
                                      {"files", files}}));
  if (same) {
    out << (request.tolerance > 0 ? "the same within the tolerance" : "the same, bit for bit")
        << (alone > 0 ? ", at the times that both have\n" : "\n");
    return 0;
  }
  out << "different, from " << time_text(parts_at) << " on\n";
  return 1;
}

} // namespace ibsim

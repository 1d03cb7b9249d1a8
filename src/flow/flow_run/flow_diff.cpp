// `ibsim diff RUN_A RUN_B` of two flows: the scenarios by their keys, the tables row by row, the frames value
// by value.
#include "base/error.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "flow_files/compare_frames.hpp"
#include "flow_files/compare_scenarios.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/flow_application.hpp"
#include "model/scenario.hpp"
#include "program/print_differences.hpp"
#include "program/progress.hpp"
#include "schema/scenario_file.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

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

} // namespace

int diff_flow(const RunRequest& request) {
  require_json(request.json);
  std::ostream out(is_json_alone(request.json) ? nullptr : std::cout.rdbuf()); // nowhere without a buffer
  require_run(request.file);
  require_run(request.other);
  const nlohmann::ordered_json keys = print_scenarios(out, request.file, request.other);
  RunComparison found(out, request.tolerance, time_text);
  found.add_tables(request.file, request.other);
  for (const char* name : {cells_series, fluid_series, wall_series, bonds_series})
    found.add(name, "frames", compare_frames(request.file, request.other, name, request.tolerance));
  return found.finish(request.json, keys);
}

} // namespace ibsim

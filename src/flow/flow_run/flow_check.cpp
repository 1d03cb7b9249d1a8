// `ibsim check` of a flow: what a scenario is and what its run would take. Errors end it; warnings go before
// the report, which is six lines, and all details with --verbose.
#include "base/error.hpp"
#include "base/log.hpp"
#include "files/json_report.hpp"
#include "files/run_folder.hpp"
#include "flow_run/check_details.hpp"
#include "flow_run/check_json.hpp"
#include "flow_run/check_summary.hpp"
#include "flow_run/flow_application.hpp"
#include "flow_run/print_prediction.hpp"
#include "flow_run/start_from.hpp"
#include "model/scenario.hpp"
#include "objects/presets.hpp"
#include "program/choose_device.hpp"
#include "ranks/require_distributable.hpp"

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

namespace ibsim {

int check_flow(const RunRequest& request) {
  require_json(request.json);
  std::vector<std::string> warnings;
  std::string problem;
  const auto presets = std::make_shared<Presets>();
  Scenario s = scenario_of(request, request.file, warnings, presets, choose_device_to_plan);
  state_to_start_from(s); // which must be there, and fit
  const DeviceChoice device = choose_device_to_plan(s.device);
  const bool elsewhere = device.gpus_elsewhere > 0;
  s.device.gpus_asked = device.gpus, s.device.ranks = device.ranks;
  DevicePlan of_run = s.device;
  if (elsewhere) of_run.gpus_asked = device.gpus_elsewhere;
  require_distributable(s, of_run, device.cuda || elsewhere);
  try {
    check_run_folder(s.output.folder, request.overwrite);
  } catch (const InputError& e) {
    warnings.push_back(e.what()); // no reason not to check the rest
    problem = "the output folder cannot be used";
  }
  std::optional<DryRun> found = dry_run_of(s, device.cuda, warnings);
  if (found) found->gpus_elsewhere = device.gpus_elsewhere;
  if (found && !found->trouble.empty()) {
    warnings.push_back("in the dry run " + found->trouble);
    problem = "the dry run diverged";
  }
  if (found) warn_of_cadence(s.time, s.output, *found, device.cuda, warnings);
  const std::size_t before_resources = warnings.size();
  if (found && !elsewhere) warn_of_resources(s, s.time, s.output, s.device, *found, device.cuda, warnings);
  if (warnings.size() > before_resources) problem = "memory or disk do not suffice here";
  for (const std::string& warning : warnings) log::warning(warning);
  if (!request.json.empty()) // gaps between all objects, among others
    write_json(request.json, json_text(check_json(s, found, device.cuda, device.line, warnings)));
  if (request.quiet || is_json_alone(request.json)) return 0;

  for (const std::string& line : check_summary(s, found, device.cuda, {problem, warnings.size()}))
    std::cout << line << "\n";
  if (request.verbose) print_check_details(s, *presets, found, device, of_run);
  return 0;
}

} // namespace ibsim

#include "apps/flow_application.hpp"

#include "apps/apply_options.hpp"
#include "io/describe_file.hpp"
#include "io/flow_keys.hpp"
#include "io/read_scenario.hpp"

namespace ibsim {

Application flow_application() {
  return {"flow",        "red cells and other elastic objects in a viscous fluid",
          run_flow,      resume_flow,
          check_flow,    diff_flow,
          describe_flow, keys_of_flow};
}

const Keys& keys_of_flow() {
  static Scenario defaults;
  static const Keys keys = flow_keys(defaults, "NAME.yaml");
  return keys;
}

std::string describe_flow(const std::filesystem::path& path) { return describe_file(path); }

Scenario scenario_of(const CommandLine& line, const std::filesystem::path& file,
                     std::vector<std::string>& warnings) {
  Scenario scenario = read_scenario(file, line.overrides, warnings);
  apply_options(line, scenario);
  return scenario;
}

} // namespace ibsim

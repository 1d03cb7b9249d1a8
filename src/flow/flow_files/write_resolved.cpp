#include "flow_files/write_resolved.hpp"

#include "files/run_folder.hpp"
#include "flow_files/flow_keys.hpp"
#include "model/scenario.hpp"

namespace ibsim {

std::string resolved_scenario(const Scenario& scenario) {
  Scenario written = scenario; // the entries refer to what they could fill
  return write_keys(flow_keys(written, ""));
}

void write_resolved(const Scenario& scenario, const std::filesystem::path& file) {
  write_file(file, "# The scenario as run, every key with its value. `ibsim run` takes it as it is.\n" +
                       resolved_scenario(scenario));
}

} // namespace ibsim

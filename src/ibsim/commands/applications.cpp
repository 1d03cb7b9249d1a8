// The kinds of scenario, one line each; and which of them a scenario or a folder is.
#include "commands/applications.hpp"
#include "activation_run/activation_application.hpp"
#include "base/error.hpp"
#include "files/run_folder.hpp"
#include "flow_run/flow_application.hpp"
#include "line_run/line_application.hpp"
#include "schema/scenario_file.hpp"

namespace ibsim {

const std::vector<Application>& applications() {
  static const std::vector<Application> all{
      flow_application(),
      activation_application(),
      line_application(),
  };
  return all;
}

const Application& application_of_scenario(const std::filesystem::path& file,
                                           const std::vector<std::string>& overrides) {
  std::vector<std::string> kinds;
  for (const Application& application : applications()) kinds.push_back(application.kind);
  const Tree root = scenario_tree(scenario_text(file), file.string(), overrides);
  const std::string kind = scenario_kind(root, kinds);
  for (const Application& application : applications())
    if (application.kind == kind) return application;
  return applications().front();
}

const Application& application_of_folder(const std::filesystem::path& folder) {
  const std::filesystem::path file = run_files(folder).scenario;
  if (!is_file(file))
    throw InputError(folder.string() + " is not the folder of a run: it has no " + file.filename().string());
  return application_of_scenario(file, {});
}

} // namespace ibsim

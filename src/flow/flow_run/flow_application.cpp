#include "flow_run/flow_application.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "files/describe_file.hpp"
#include "files/run_folder.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/read_scenario.hpp"
#include "program/apply_options.hpp"
#include "simulation/scenario.hpp"

#include <sstream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string us(double time) { return text("%.12g us", time); }

std::string describe_scenario(const fs::path& path) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario(path, {}, warnings);
  std::ostringstream out;
  out << path.string() << ": scenario \"" << s.title << "\"\n  cells       " << s.grid.n.x << " x "
      << s.grid.n.y << " x " << s.grid.n.z << " of " << text("%.9g", s.grid.h) << " um\n  steps       "
      << (s.time.automatic ? "automatic, to begin with " : "")
      << static_cast<long long>(s.time.end / s.time.step + 0.5) << " of " << us(s.time.step) << ", to "
      << us(s.time.end) << "\n";
  for (const ObjectKind& kind : s.objects)
    out << "  " << kind.name << ": " << kind.placements.size() << " x " << shape_name(kind) << ", "
        << kind.sites().data << " data and " << kind.sites().sample << " sample sites each\n";
  out << "  output      " << s.output.folder << "\n";
  for (const std::string& warning : warnings) out << "  warning     " << warning << "\n";
  return out.str();
}

} // namespace

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

std::string describe_flow(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return describe_scenario(path);
  return describe_scenario(run_files(path).scenario) + describe_outputs(path);
}

Scenario scenario_of(const RunRequest& request, const std::filesystem::path& file,
                     std::vector<std::string>& warnings) {
  Scenario scenario = read_scenario(file, request.overrides, warnings);
  apply_options(request, scenario);
  return scenario;
}

} // namespace ibsim

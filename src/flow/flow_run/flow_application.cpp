#include "flow_run/flow_application.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "files/describe_file.hpp"
#include "files/file_bytes.hpp"
#include "files/run_folder.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/read_scenario.hpp"
#include "geometry/triangle_mesh.hpp"
#include "model/scenario.hpp"
#include "packing/place_objects.hpp"
#include "packing/placement_table.hpp"
#include "program/apply_options.hpp"
#include "program/machine.hpp"
#include "program/progress.hpp"

#include <chrono>
#include <sstream>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

std::string describe_scenario(const fs::path& path) {
  std::vector<std::string> warnings;
  const Scenario s = read_scenario(path, {}, warnings);
  std::ostringstream out;
  out << path.string() << ": scenario \"" << s.title << "\"\n  cells       " << s.grid.n.x << " x "
      << s.grid.n.y << " x " << s.grid.n.z << " of " << text("%.9g", s.grid.h) << " um\n  steps       "
      << (s.time.automatic ? "automatic, to begin with " : "")
      << static_cast<long long>(s.time.end / s.time.step + 0.5) << " of " << time_text(s.time.step) << ", to "
      << time_text(s.time.end) << "\n";
  for (const ObjectKind& kind : s.objects)
    out << "  " << kind.name << ": " << (kind.packing ? kind.packing->number : kind.placements.size())
        << " x " << shape_name(kind) << ", " << kind.sites().data << " data and " << kind.sites().sample
        << " sample sites each\n";
  out << "  output      " << s.output.folder << "\n";
  for (const std::string& warning : warnings) out << "  warning     " << warning << "\n";
  return out.str();
}

/// Packs its objects, and says how far it has come every few seconds.
void place_with_progress(FlowModel& model) {
  using Clock = std::chrono::steady_clock;
  constexpr double every = 5; // seconds
  const auto begin = Clock::now();
  double told = 0;
  place_objects(model, default_cache_folder(), [&](const PackingProgress& p) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (seconds < told + every) return;
    told = seconds;
    const std::string jam = p.jammed < 0.05 ? ""
                                            : text(", jammed near %s: %.0f %% of the rounds "
                                                   "before it tries other places",
                                                   place_text(p.tightest).c_str(), 100 * p.jammed);
    log::info(text("packing %d objects%s: at %.3g %% of their size, %s so far", p.objects,
                   p.attempt > 1 ? text(", attempt %d", p.attempt).c_str() : "", 100 * p.size,
                   duration_text(seconds).c_str()) +
              jam);
  });
}

} // namespace

Application flow_application() {
  return {"flow",        "red cells and other elastic objects in a viscous fluid",
          run_flow,      resume_flow,
          check_flow,    diff_flow,
          describe_flow, keys_of_flow,
          pack_flow};
}

int pack_flow(const RunRequest& request) {
  const fs::path file = request.output.empty() ? "placements.csv" : request.output;
  std::error_code none;
  if (!request.overwrite && fs::exists(file, none))
    throw InputError(file.string() + " is there already; give another name with --output, or --overwrite");
  std::vector<std::string> warnings;
  RunRequest reading = request;
  reading.output.clear(); // is no folder here
  const Scenario scenario = scenario_of(reading, request.file, warnings, nullptr, choose_device_to_plan);
  for (const std::string& warning : warnings) log::warning(warning);
  write_file(file, placement_table(scenario.objects));
  for (const ObjectKind& kind : scenario.objects)
    log::info(text("%zu x ", kind.placements.size()) + kind.name + " -> " + file.string());
  return 0;
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
                     std::vector<std::string>& warnings, const std::shared_ptr<Presets>& presets,
                     DeviceChoice (*choose)(const DevicePlan&)) {
  const auto place = [&](Scenario& s) {
    apply_options(request, s); // the number of threads
    choose(s.device);
    place_with_progress(s);
  };
  Scenario scenario = read_scenario(file, request.overrides, warnings, place, presets);
  apply_options(request, scenario);
  return scenario;
}

} // namespace ibsim

#include "flow_files/read_scenario.hpp"

#include "checks/advice.hpp"
#include "checks/check_scenario.hpp"
#include "flow_files/flow_keys.hpp"
#include "limits/time_plan.hpp"
#include "model/scenario.hpp"
#include "packing/place_objects.hpp"
#include "schema/scenario_file.hpp"

#include <algorithm>

namespace ibsim {
namespace {

/// The node that a finding is about: `objects.0.placements.0` may be written as `objects.0.at`.
const Tree& place_of(const Tree& root, const std::string& key) {
  const Tree& node = node_at(root, key);
  const Tree* at = node.kind == Tree::Kind::map ? node.find("at") : nullptr;
  return at ? *at : node;
}

} // namespace

Scenario read_scenario_text(const std::string& text, const std::string& name,
                            const std::vector<std::string>& overrides, std::vector<std::string>& warnings,
                            const PlaceObjects& place, const std::shared_ptr<Presets>& presets) {
  const Tree root = scenario_tree(text, name, overrides);
  Scenario scenario;
  read_keys(root, flow_keys(scenario, name, presets), warnings);
  const auto begin_with = [&scenario](real limit) {
    if (scenario.time.automatic)
      scenario.time.step = equal_steps(interval_length(scenario.time, scenario.output), limit).step;
  };
  begin_with(scenario.time.step);

  const auto speak_of = [&](const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      const Tree& node = place_of(root, finding.key);
      if (finding.is_error) fail_at(node, finding.message);
      warnings.push_back(node.place() + finding.message);
    }
  };
  speak_of(settle_numbers(scenario));
  const bool waits = std::any_of(scenario.objects.begin(), scenario.objects.end(),
                                 [](const ObjectKind& kind) { return kind.packing.has_value(); });
  if (waits && place) {
    speak_of(errors_before_packing(scenario));
    place(scenario);
    begin_with(std::min(first_step_limit(scenario, scenario.time), scenario.time.end)); // their gaps count
  }
  speak_of(check_scenario(scenario));
  speak_of(advice(scenario));           // once there is no error
  OutputPlan& output = scenario.output; // said above; and written down as it happens
  for (real* every : {&output.series_every, &output.cells_every, &output.fluid_every, &output.wall_every,
                      &output.checkpoint_every, &output.profiles_every})
    *every = interval_as_it_happens(scenario.time, output, *every);
  return scenario;
}

Scenario read_scenario(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                       std::vector<std::string>& warnings, const PlaceObjects& place,
                       const std::shared_ptr<Presets>& presets) {
  return read_scenario_text(scenario_text(file), file.string(), overrides, warnings, place, presets);
}

} // namespace ibsim

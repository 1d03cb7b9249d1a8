#include "flow_files/compare_scenarios.hpp"

#include "flow_files/flow_keys.hpp"
#include "model/scenario.hpp"

namespace ibsim {

std::vector<KeyDifference> scenario_differences(const Scenario& first, const Scenario& second) {
  Scenario a = first, b = second;
  return key_differences(flow_keys(a, ""), flow_keys(b, ""));
}

bool leaves_results_alone(const KeyDifference& d) {
  return d.effect == ChangeEffect::nothing || d.effect == ChangeEffect::format;
}

bool may_change_in_resume(const KeyDifference& d) {
  return d.effect == ChangeEffect::nothing || d.effect == ChangeEffect::method;
}

} // namespace ibsim

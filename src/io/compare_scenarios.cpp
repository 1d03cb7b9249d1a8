#include "io/compare_scenarios.hpp"

#include "io/tree.hpp"
#include "io/write_resolved.hpp"

#include <algorithm>
#include <map>

namespace ibsim {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>; ///< key, value

/// All values below `tree`; a list of plain values, such as a vector, counts as one.
void flatten(const Tree& tree, const std::string& path, Values& values) {
  const auto below = [&](const std::string& part) { return path.empty() ? part : path + "." + part; };
  const bool plain = std::all_of(tree.items.begin(), tree.items.end(),
                                 [](const Tree& item) { return item.kind == Tree::Kind::scalar; });
  if (tree.kind == Tree::Kind::map) {
    for (std::size_t i = 0; i < tree.items.size(); ++i)
      flatten(tree.items[i], below(tree.keys[i].text), values);
  } else if (tree.kind == Tree::Kind::list && !plain) {
    for (std::size_t i = 0; i < tree.items.size(); ++i)
      flatten(tree.items[i], below(std::to_string(i)), values);
  } else if (tree.kind == Tree::Kind::list) {
    std::string text;
    for (const Tree& item : tree.items) text += (text.empty() ? "" : ", ") + item.text;
    values.push_back({path, "[" + text + "]"});
  } else {
    values.push_back({path, tree.text});
  }
}

Values values_of(const Scenario& scenario) {
  Values values;
  flatten(parse_yaml(resolved_scenario(scenario), "scenario"), "", values);
  return values;
}

} // namespace

std::vector<KeyDifference> scenario_differences(const Scenario& first, const Scenario& second) {
  const Values a = values_of(first), b = values_of(second);
  const std::map<std::string, std::string> in_a(a.begin(), a.end()), in_b(b.begin(), b.end());
  std::vector<KeyDifference> differences;
  for (const auto& [key, value] : a) {
    const auto other = in_b.find(key);
    if (other == in_b.end())
      differences.push_back({key, value, "nothing"});
    else if (other->second != value)
      differences.push_back({key, value, other->second});
  }
  for (const auto& [key, value] : b)
    if (!in_a.contains(key)) differences.push_back({key, "nothing", value});
  return differences;
}

bool leaves_results_alone(const std::string& key) {
  return key == "title" || key == "time.end" || key == "time.beyond_stability_limit" ||
         key.starts_with("output.") || key.starts_with("device.");
}

bool may_change_in_resume(const std::string& key) {
  if (key == "output.precision" || key == "output.compression") return false;
  return leaves_results_alone(key) || key.starts_with("time.") || key == "coupling.spread" ||
         key == "coupling.sweep_width";
}

} // namespace ibsim

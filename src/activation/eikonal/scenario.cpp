#include "eikonal/scenario.hpp"

namespace ibsim {
namespace {

void add(const std::vector<StimulusChoice>& choices, std::vector<Stimulus>& stimuli) {
  for (const StimulusChoice& choice : choices)
    if (choice.kind == StimulusChoice::Kind::table)
      stimuli.insert(stimuli.end(), choice.rows.begin(), choice.rows.end());
    else
      stimuli.push_back(choice.one);
}

} // namespace

Medium ActivationScenario::medium() const {
  Medium medium;
  for (const VelocityChoice& choice : velocity) {
    if (choice.kind == VelocityChoice::Kind::cells) continue;
    if (choice.regions.empty()) medium.otherwise = choice.speeds;
    for (const Index region : choice.regions) medium.region[region] = choice.speeds;
  }
  return medium;
}

std::string ActivationScenario::cell_speeds() const {
  for (const VelocityChoice& choice : velocity)
    if (choice.kind == VelocityChoice::Kind::cells) return choice.cells;
  return {};
}

std::vector<ActivationCase> ActivationScenario::all_cases() const {
  std::vector<Stimulus> common;
  add(stimuli, common);
  if (cases.empty()) return {{"", common}};
  std::vector<ActivationCase> all;
  for (const CaseChoice& choice : cases) {
    if (choice.table.empty()) {
      all.push_back({choice.name, common});
      add(choice.stimuli, all.back().stimuli);
    }
    for (const ActivationCase& row : choice.rows) {
      all.push_back({row.name, common});
      all.back().stimuli.insert(all.back().stimuli.end(), row.stimuli.begin(), row.stimuli.end());
    }
  }
  return all;
}

} // namespace ibsim

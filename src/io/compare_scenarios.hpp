// In which keys two scenarios differ, as a person would write them.
#pragma once

#include "simulation/scenario.hpp"

namespace ibsim {

struct KeyDifference {
  std::string key;           ///< "fluid.viscosity", "objects.0.placements.1.at"
  std::string first, second; ///< the values, "1 cP"; "nothing" where the key is not there
};

/// In the order of the file. Every key counts, whether it was written or left to its default.
std::vector<KeyDifference> scenario_differences(const Scenario& first, const Scenario& second);

/// True for keys on which the numbers do not depend: title, end, output and device (which changes them by
/// rounding alone).
bool leaves_results_alone(const std::string& key);

/// True for keys that may change in a resume: these, and how the same equations are solved (steps,
/// spreading). Not what is simulated, nor the format of files that are begun.
bool may_change_in_resume(const std::string& key);

} // namespace ibsim

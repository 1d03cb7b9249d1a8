// In which keys two scenarios differ, as a person would write them.
#pragma once

#include "schema/schema.hpp"

namespace ibsim {

struct Scenario;

std::vector<KeyDifference> scenario_differences(const Scenario& first, const Scenario& second);

/// True where the numbers do not depend on the key: title, end, output and device (which changes them by
/// rounding alone).
bool leaves_results_alone(const KeyDifference&);

/// True where the key may change in a resume: these, and how the same equations are solved (steps,
/// spreading). Not what is simulated, nor the format of files that are begun.
bool may_change_in_resume(const KeyDifference&);

} // namespace ibsim

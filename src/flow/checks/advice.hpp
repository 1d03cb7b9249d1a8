// Advice on a scenario that can run: warnings, never errors.
#pragma once

#include "model/finding.hpp"

namespace ibsim {

struct Scenario;

/// A step just below its limit; Reynolds and capillary numbers of no real cell; periodic images or neighbours
/// too near; a shear that jumps through an object; more sample sites than the grid can tell apart; relaxed
/// tensions that stay explicit. In the order of the scenario's keys.
/// @param scenario one in which check_scenario finds no error
std::vector<Finding> advice(const Scenario&);

} // namespace ibsim

// Physical and numerical conditions that a scenario must meet, whatever file it came from.
#pragma once

#include "model/finding.hpp"

namespace ibsim {

struct Scenario;

/// Objects that overlap (also through the periodic boundary) or do not fit, sizes, sites, time step. Empty:
/// all is well.
std::vector<Finding> check_scenario(const Scenario&);

/// Errors that do not depend on where objects are: of the grid and the vessel. Packing takes minutes; it
/// waits for these.
std::vector<Finding> errors_before_packing(const Scenario&);

} // namespace ibsim

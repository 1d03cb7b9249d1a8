// What a specialist would say of bonds: without contact, or in steps that are long beside their rates.
#pragma once

#include "simulation/finding.hpp"

#include <vector>

namespace ibsim {

struct Scenario;

void look_at_adhesion(const Scenario&, std::vector<Finding>&);

} // namespace ibsim

// Advice on bonds: without contact, and in steps that are long compared with their rates.
#pragma once

#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct Scenario;

void look_at_adhesion(const Scenario&, std::vector<Finding>&);

} // namespace ibsim

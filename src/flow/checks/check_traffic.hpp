// Whether objects may come and go as a scenario asks.
#pragma once

#include "simulation/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

void check_traffic(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

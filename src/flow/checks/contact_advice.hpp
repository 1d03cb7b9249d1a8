// What a specialist would say of contact: too weak or too soft for the flow, and what it changes.
#pragma once

#include "simulation/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

void look_at_contact(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

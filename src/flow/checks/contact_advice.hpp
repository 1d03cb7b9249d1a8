// Advice on contact: too weak or too soft for the flow, and its effects.
#pragma once

#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

void look_at_contact(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

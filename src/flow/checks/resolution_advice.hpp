// Warnings of what costs hours before it shows: too coarse for a body, too stiff for the flow, too dense or
// too long for its membranes. Each says what was seen to help.
#pragma once

#include "model/finding.hpp"

namespace ibsim {

struct FlowModel;
struct TimeSettings;

void look_at_resolution(const FlowModel&, const TimeSettings&, std::vector<Finding>&);

} // namespace ibsim

// Advice on attraction between membranes: a range that is not small, dimples that it
// bridges, sites that are too far apart.
#pragma once

#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

void look_at_aggregation(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

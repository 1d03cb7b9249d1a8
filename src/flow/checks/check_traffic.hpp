// Errors and warnings about objects that come and go.
#pragma once

#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

void check_traffic(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

// Errors and warnings about the openings of a vessel, before anything runs.
#pragma once

#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

/// Places and pumps, the balance of their flow rates, the plenum, and other drives of the flow. Nothing
/// without openings.
void check_openings(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

// Faults of the stations of a scenario (walls/stations.hpp).
#pragma once

#include "model/finding.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

/// A branch needs walls and a place in the fluid of its segment, and names are those of one station each.
void check_stations(const FlowModel&, std::vector<Finding>&);

} // namespace ibsim

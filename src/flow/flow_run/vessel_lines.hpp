// Lines of `ibsim check --verbose` about a vessel.
#pragma once

#include "walls/opening_zones.hpp"

#include <string>

namespace ibsim {

struct FlowModel;

/// Volume, wall, throat, wall points with their memory, and the expected flow; empty without a vessel.
std::string vessel_lines(const FlowModel&);

/// Place, section, pump and what is asked of each opening, and their balance. @param zones without a fault
std::string openings_lines(const Openings&, const std::vector<OpeningZone>& zones, const Real3& box, real h);

} // namespace ibsim

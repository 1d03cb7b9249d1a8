// Lines of `ibsim check --verbose` about a vessel.
#pragma once

#include <string>

namespace ibsim {

struct FlowModel;

/// Volume, wall, throat, wall points with their memory, and the expected flow; empty without a vessel.
std::string vessel_lines(const FlowModel&);

} // namespace ibsim

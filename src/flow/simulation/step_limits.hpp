// The largest stable steps of a scenario as it starts, by what sets them (stability.hpp).
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

/// us; infinite where nothing limits steps.
struct StepLimits {
  real flow;                 ///< half a cell a step
  std::vector<real> objects; ///< of each kind, by the elasticity of membranes, springs and contact
  real least() const;
};
StepLimits step_limits(const FlowModel&);

} // namespace ibsim

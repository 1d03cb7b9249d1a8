// The largest steps of a scenario as it starts, by what sets them (stability.hpp, accuracy.hpp).
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

/// us; infinite where nothing limits steps.
struct StepLimits {
  real flow;                 ///< half a cell a step
  std::vector<real> objects; ///< of each kind, by the elasticity of membranes, springs and contact
  real accuracy = 0;         ///< of automatic steps (accuracy.hpp), in the long run
  /// Beyond which a step is refused, and what automatic steps take a part of.
  real least() const;
  real automatic() const;
};
StepLimits step_limits(const FlowModel&);

} // namespace ibsim

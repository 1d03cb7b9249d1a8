// From which state a run starts, where that is not the one of its scenario: the `start` of a scenario.
#pragma once

#include "base/precision.hpp"

#include <string>

namespace ibsim {

struct StartPlan {
  std::string from; ///< folder of a run, or a checkpoint; empty: the state of the scenario
  bool last = true; ///< its newest checkpoint
  real time = 0;    ///< else the one of this time, us
};

} // namespace ibsim

// Times of a scenario; time_plan.hpp makes intervals and steps of them.
#pragma once

#include "base/precision.hpp"

#include <limits>

namespace ibsim {

struct TimeSettings {
  real step = 0, end = 0; ///< us; with `automatic`, the step to begin with as estimated before the run
  bool beyond_stability_limit = false; ///< the user insists on a step beyond the estimated limit
  bool automatic = false;              ///< time.step: auto, see time_plan.hpp
  real largest_step = std::numeric_limits<real>::infinity(); ///< of automatic steps, us
  real safety = 0.8;                                         ///< automatic steps as a part of their limits
};

} // namespace ibsim

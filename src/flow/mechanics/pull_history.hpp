// The history of a force from outside: how it begins and ends (pulls.hpp).
#pragma once

#include "base/precision.hpp"

#include <limits>

namespace ibsim {

/// How a force goes on in time.
struct PullHistory {
  real ramp = 0;                                        ///< us; 0: at once
  real release = std::numeric_limits<real>::infinity(); ///< us
};

} // namespace ibsim

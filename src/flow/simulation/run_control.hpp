// Requests of a caller to a run while it goes on.
#pragma once

#include "base/precision.hpp"
#include "base/progress.hpp"

#include <functional>
#include <limits>

namespace ibsim {

struct RunControl {
  /// us: stop at the first end of an interval from here on, if the scenario goes further
  real until = std::numeric_limits<real>::infinity();
  std::function<bool()> stop_requested; ///< asked after every step; may be empty
  /// Called after every step, before anything of it is written, so that who holds signals from its first
  /// call on holds them while there is something to go on from. Must be quick; may be empty
  std::function<void(const Progress&)> progress;
};

} // namespace ibsim

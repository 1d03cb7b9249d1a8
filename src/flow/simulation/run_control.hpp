// What a caller asks of a run while it goes on.
#pragma once

#include "base/precision.hpp"
#include "base/progress.hpp"

#include <functional>
#include <limits>

namespace ibsim {

struct RunControl {
  /// us: stop at the first end of an interval from here on, if the scenario goes further
  real until = std::numeric_limits<real>::infinity();
  std::function<bool()> stop_requested;          ///< asked after every step; may be empty
  std::function<void(const Progress&)> progress; ///< called after every step, must be quick; may be empty
};

} // namespace ibsim

// The clock by which runs and their parts are timed.
#pragma once

#include <chrono>

namespace ibsim {

/// Seconds of a clock that nobody sets, from a zero of its own.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace ibsim

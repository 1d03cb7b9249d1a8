// Progress of long work, for a person: loops report it, and program/progress shows it.
#pragma once

#include "base/precision.hpp"

#include <cstdint>
#include <string_view>

namespace ibsim {

struct Progress {
  std::uint64_t step = 0, steps = 0; ///< done and in all (automatic steps: about); in all 0: not known
  real time = 0, end = 0;            ///< simulated, us; end 0: the work has no time
  double seconds = 0;                ///< of wall clock since the loop began
  std::uint64_t first_step = 0;      ///< where the loop began: not 0 after a resume
  std::string_view what = "step";    ///< one of what is counted: a step, a round, a row
};

} // namespace ibsim

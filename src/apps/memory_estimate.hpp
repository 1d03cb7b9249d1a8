// What a run will need of memory, before it is asked for.
#pragma once

#include "simulation/scenario.hpp"

namespace ibsim {

struct MemoryEstimate {
  double backend = 0; ///< bytes, on the device that computes
  double set_up = 0;  ///< bytes on the host besides
};
MemoryEstimate estimate_memory(const Scenario&);

} // namespace ibsim

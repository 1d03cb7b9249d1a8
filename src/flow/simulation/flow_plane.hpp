// A plane across the box at which flow rate and pressure are measured, and objects that pass are noted.
#pragma once

#include "base/precision.hpp"

#include <string>

namespace ibsim {

struct FlowPlane {
  std::string name; ///< unique in the scenario
  int axis = 2;     ///< of the normal
  real at = 0;      ///< um along it
};

} // namespace ibsim

// A plane across the box at which flow rate and pressure are measured, and objects that pass are noted.
// Around it is a segment, in which volume fractions and the layer without cells are measured (stations.hpp).
#pragma once

#include "base/vec3.hpp"

#include <string>

namespace ibsim {

/// Length of a segment, unless the scenario says otherwise: the diameter of a red cell, um.
constexpr real default_segment = 8;

struct FlowPlane {
  std::string name;              ///< unique in the scenario
  int axis = 2;                  ///< of the normal
  real at = 0;                   ///< um along it
  real length = default_segment; ///< of the segment, half on either side; at most that of the box, um
  bool whole_box = true;         ///< it cuts all of the fluid; else the branch alone
  Real3 branch{}; ///< a place within the segment, in the fluid that is connected to it there, um
};

} // namespace ibsim

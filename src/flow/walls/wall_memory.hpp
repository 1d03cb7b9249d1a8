// Memory of the inverses of walls of points (step/wall_inverses.hpp), counted before a run.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;

/// Bytes, of one rank. All are 0 without walls of points.
struct WallMemory {
  double inverse = 0; ///< arrays of one inverse, G and K in floats
  double first = 0;   ///< arrays while the first one is made
  /// Arrays at most: inverses that are kept, and what another one takes while it is made.
  double most = 0;
  double host = 0; ///< host memory while an inverse is made
};

/// @param steps_change with automatic steps two inverses are kept, and their mean
WallMemory wall_memory(const FlowModel&, bool steps_change);

/// True if a GPU takes memory for patches to spread from wall points (coupling/tile_plan.hpp): the plan does
/// not gather, or some tile of 8 x 8 x 8 cells holds more points than are gathered from.
bool walls_have_patches(const FlowModel&);

} // namespace ibsim

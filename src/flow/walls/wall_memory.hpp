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

/// Number of wall points for which a GPU takes memory for patches to spread from (coupling/tile_plan.hpp).
/// These are all if the plan does not gather, or if some tile of 8 x 8 x 8 cells holds more points than are
/// gathered from; else none.
Index wall_points_with_patches(const FlowModel&);

} // namespace ibsim

// A box between walls, for tests of flows there.
#pragma once

#include "grid/grid.hpp"

namespace ibsim {

/// n cells between walls at y = 0 and y = height, um.
inline Grid channel(Int3 n, real height) {
  Grid grid{n, height / n.y};
  grid.topology.y.ends = Ends::walls;
  return grid;
}

} // namespace ibsim

// The MAC grid: a box of n.x * n.y * n.z cubic cells of side h, and what lies at its ends (topology.hpp).
//
// Memory order: i (x) fastest, then j (y), then k (z): index = i + n.x (j + n.y k).
// Places, for cell (i, j, k), in units of h:
//   cell centres               (i + 1/2, j + 1/2, k + 1/2)      pressure
//   faces of component d       cell centre - e_d / 2            velocity and force component d
// so u_x lives at (i, j + 1/2, k + 1/2), and so on (paper, section 2). The grid staggering g of component d
// is 1/2 in every direction but d, where it is 0.
#pragma once

#include "base/vec3.hpp"
#include "grid/topology.hpp"

namespace ibsim {

struct Grid {
  Int3 n{};   ///< cells in each direction
  real h = 0; ///< side of a cell, um
  Topology topology{};

  /// At most 2^31 - 1 (checked(), topology.hpp), so that an Index counts the cells, but not three components
  /// of them.
  IBSIM_HD Size cells() const { return Size{n.x} * n.y * n.z; }
  IBSIM_HD Index index(int i, int j, int k) const { return i + n.x * (j + n.y * k); }
  IBSIM_HD Real3 lengths() const { return {h * n.x, h * n.y, h * n.z}; }
  IBSIM_HD real cell_volume() const { return h * h * h; }
};

} // namespace ibsim

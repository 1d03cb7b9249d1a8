#include "grid/topology.hpp"

#include "base/error.hpp"
#include "grid/grid.hpp"

#include <limits>

namespace ibsim {

void require_periodic(const Grid& grid, const char* who) {
  for (int d = 0; d < 3; ++d)
    if (grid.topology[d].ends != Ends::periodic)
      throw InputError(std::string("the box ") +
                       (grid.topology[d].ends == Ends::walls ? "has walls" : "slides past its images") +
                       " in " + "xyz"[d] + ", and " + who +
                       " can only do boxes that are periodic in all directions");
}

const Grid& checked(const Grid& grid) {
  if (grid.n.x < 1 || grid.n.y < 1 || grid.n.z < 1 || !(grid.h > 0))
    throw InputError("the grid needs at least one point in each direction, and a positive spacing");
  // in floating point, since the product of three may pass 64 bits too
  if (static_cast<double>(grid.n.x) * grid.n.y * grid.n.z > std::numeric_limits<Index>::max())
    throw InputError("the grid has more points than a 32-bit index can count: " + std::to_string(grid.n.x) +
                     " x " + std::to_string(grid.n.y) + " x " + std::to_string(grid.n.z));
  return grid;
}

} // namespace ibsim

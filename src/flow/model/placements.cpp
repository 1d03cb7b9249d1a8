#include "model/placements.hpp"

#include "model/object_kind.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ibsim {

std::vector<Placement> red_cell_lattice(int cells, const Real3& box) {
  constexpr real column = 8, layer = 4; // um; a cell is 7.82 um wide and less than 2.6 um thick
  const int nx = static_cast<int>(box.x / column), ny = static_cast<int>(box.y / column),
            nz = static_cast<int>(box.z / layer);
  const int places = nx * ny * nz;
  if (cells > places)
    throw std::invalid_argument("the box has room for " + std::to_string(places) + " red cells, not " +
                                std::to_string(cells));
  std::vector<Placement> lattice(cells);
  for (int c = 0; c < cells; ++c) {
    const int place = static_cast<int>(static_cast<std::int64_t>(c) * places / cells);
    const int i = place % nx, j = place / nx % ny, k = place / (nx * ny);
    lattice[c].centre = {(i + 0.5) * box.x / nx, (j + 0.5) * box.y / ny,
                         (k + 0.25 + 0.5 * ((i + j) % 2)) * box.z / nz};
  }
  return lattice;
}

} // namespace ibsim

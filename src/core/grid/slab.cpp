#include "grid/slab.hpp"

#include "base/error.hpp"

namespace ibsim {

Slab slab_of(const Grid& grid, int rank, int ranks, int layers) {
  const auto first = [&](int r) {
    return first_plane_of_layer(first_layer(r, ranks, layers), grid.n.z, layers);
  };
  if (ranks == 1) return slab_of_all(grid.n);
  for (int r = 0; r < ranks; ++r)
    if (first(r + 1) - first(r) < ghost_planes)
      throw InputError("the box has " + std::to_string(grid.n.z) + " planes in z, which is too few for " +
                       std::to_string(ranks) + " ranks: it can be cut into " +
                       std::to_string(sections_of(layers)));
  return {grid.n, first(rank), first(rank + 1) - first(rank), ghost_planes};
}

} // namespace ibsim

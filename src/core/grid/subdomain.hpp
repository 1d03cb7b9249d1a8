// The part of the grid that one rank holds, and how a component of a field lies in its memory: all the cells
// of the box, or a slab of whole planes in z, each with ghost layers (the halo) on either side where it has
// any.
//
//   index(i, j, k), i = -halo.x .. n.x + halo.x - 1 and so on: x fastest, then y, then z
//
// Without a halo, index is that of Grid and a field is the bare block of n.x n.y n.z values that transforms
// take. Ghost layers are filled by grid/fill_boundary.hpp.
#pragma once

#include "base/vec3.hpp"

namespace ibsim {

struct Subdomain {
  Int3 offset{}; ///< of its first cell in the grid
  Int3 n{};      ///< its own cells in each direction
  Int3 halo{};   ///< ghost layers on either side, in each direction

  /// Cells and ghosts in each direction.
  IBSIM_HD Int3 stored() const { return {n.x + 2 * halo.x, n.y + 2 * halo.y, n.z + 2 * halo.z}; }
  /// Values of a component.
  IBSIM_HD Size size() const { return Size{stored().x} * stored().y * stored().z; }
  IBSIM_HD Index index(int i, int j, int k) const {
    const Int3 s = stored();
    return i + halo.x + s.x * (j + halo.y + s.y * (k + halo.z));
  }
};

/// All of a grid of n cells on one rank.
inline Subdomain whole(Int3 n, Int3 halo = {}) { return {{}, n, halo}; }

/// The slab in z of rank 0 .. ranks - 1, made of whole layers of `layer` planes (those of a tile; the last
/// may be thinner), as evenly as these can be dealt out, in the order of the ranks. A rank beyond the layers
/// has none.
inline Subdomain slab(Int3 n, int rank, int ranks, int layer, Int3 halo = {}) {
  const Size layers = (n.z + Size{layer} - 1) / layer;
  const auto first = [&](int r) {
    const Size plane = layers * r / ranks * layer;
    return static_cast<int>(plane < n.z ? plane : n.z);
  };
  return {{0, 0, first(rank)}, {n.x, n.y, first(rank + 1) - first(rank)}, halo};
}

} // namespace ibsim

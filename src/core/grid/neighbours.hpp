// Neighbours of a cell: around the box, the neighbour of the last is the first. In a slab of it those in z
// are in ghost planes, where fill_ghosts (local_grid.hpp) has put what they are copies of.
#pragma once

#include "grid/grid.hpp"

namespace ibsim {

/// Neighbours of an index that is already in 0 .. n-1, around the periodic box.
IBSIM_HD int next_around(int i, int n) { return i + 1 < n ? i + 1 : 0; }
IBSIM_HD int previous_around(int i, int n) { return i > 0 ? i - 1 : n - 1; }
/// Any integer, brought into 0 .. n-1.
IBSIM_HD int wrapped_around(int i, int n) {
  i %= n;
  return i < 0 ? i + n : i;
}

/// Index of a cell and what to add to it for the next and the previous one in each direction. The steps along
/// different directions may be added together.
struct Neighbours {
  Index here = 0;
  Vec3<Index> next, previous;
};

/// The neighbours in a field without ghosts in a periodic box.
IBSIM_HD Neighbours neighbours(const Grid& grid, int i, int j, int k) {
  const Int3 n = grid.n;
  const Index row = n.x, plane = n.x * n.y;
  return {grid.index(i, j, k),
          {next_around(i, n.x) - i, (next_around(j, n.y) - j) * row, (next_around(k, n.z) - k) * plane},
          {previous_around(i, n.x) - i, (previous_around(j, n.y) - j) * row,
           (previous_around(k, n.z) - k) * plane}};
}

/// The neighbours in a field of a slab, for one of its own cells, k = 0 .. planes - 1: where there are
/// ghosts, the one in z is one plane on in memory.
IBSIM_HD Neighbours neighbours(const Slab& slab, int i, int j, int k) {
  const Int3 n = slab.own();
  const Index row = n.x, plane = n.x * n.y;
  const bool ghosts = slab.ghosts > 0;
  return {i + n.x * (j + n.y * k),
          {next_around(i, n.x) - i, (next_around(j, n.y) - j) * row,
           ghosts ? plane : (next_around(k, n.z) - k) * plane},
          {previous_around(i, n.x) - i, (previous_around(j, n.y) - j) * row,
           ghosts ? -plane : (previous_around(k, n.z) - k) * plane}};
}

} // namespace ibsim

// What lies beside a cell: the one place, with fill_boundary.hpp, that knows of the ends of the box.
//
// In a direction with ghost layers (subdomain.hpp) the neighbour always is one step on in memory, and
// fill_boundary has put there what the ends ask for. In a periodic direction without any, the neighbour of
// the last is the first.
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

/// In a field without ghosts in a periodic box.
IBSIM_HD Neighbours neighbours(const Grid& grid, int i, int j, int k) {
  const Int3 n = grid.n;
  const Index row = n.x, plane = n.x * n.y;
  return {grid.index(i, j, k),
          {next_around(i, n.x) - i, (next_around(j, n.y) - j) * row, (next_around(k, n.z) - k) * plane},
          {previous_around(i, n.x) - i, (previous_around(j, n.y) - j) * row,
           (previous_around(k, n.z) - k) * plane}};
}

namespace detail {

/// From cell `at` of `size` to the next and the previous one, in cells.
IBSIM_HD int step_on(int at, int size, int ghosts) { return ghosts > 0 ? 1 : next_around(at, size) - at; }
IBSIM_HD int step_back(int at, int size, int ghosts) {
  return ghosts > 0 ? -1 : previous_around(at, size) - at;
}

} // namespace detail

/// In a field that lies as `part` says: ghosts in some directions, around the box in the others.
IBSIM_HD Neighbours neighbours(const Subdomain& part, int i, int j, int k) {
  const Int3 n = part.n, halo = part.halo, stored = part.stored();
  const Index row = stored.x, plane = stored.x * stored.y;
  return {part.index(i, j, k),
          {detail::step_on(i, n.x, halo.x), detail::step_on(j, n.y, halo.y) * row,
           detail::step_on(k, n.z, halo.z) * plane},
          {detail::step_back(i, n.x, halo.x), detail::step_back(j, n.y, halo.y) * row,
           detail::step_back(k, n.z, halo.z) * plane}};
}

} // namespace ibsim

// Rows beyond both ends of the box in y, as more rows of memory: what a stencil or a delta kernel near an end
// reaches. A wide field has rows_beyond rows more than the grid: N and N+1 above the box and, as its last
// two, -2 and -1, which lie around the box from row 0. On it everything works as in a periodic box of
// N + rows_beyond rows. No delta kernel is wider than rows_beyond.
//
// Two fillings: odd images in walls (coupling/wall_images.hpp), and rows of the next image of the box, which
// slides past this one (fluid/lees_edwards.hpp).
#pragma once

#include "grid/grid.hpp"
#include "grid/slab.hpp"

namespace ibsim {

constexpr int rows_beyond = 4;

/// The grid of wide fields: periodic.
inline Grid with_rows_beyond(const Grid& grid) {
  return {{grid.n.x, grid.n.y + rows_beyond, grid.n.z}, grid.h};
}

/// A slab of it.
inline Slab with_rows_beyond(Slab slab) {
  slab.whole.y += rows_beyond;
  return slab;
}

/// -2 .. N+1 for a row of a wide field over a grid of N rows.
IBSIM_HD int row_of_space(int wide_row, int n) {
  return wide_row < n + rows_beyond / 2 ? wide_row : wide_row - n - rows_beyond;
}

} // namespace ibsim

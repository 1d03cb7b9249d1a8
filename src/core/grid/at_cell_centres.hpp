// The velocity at cell centres, where frames show it: the means of the two faces of each cell,
//
//   velocity_d(i, j, k) = (u_d(face below) + u_d(face above))/2
#pragma once

#include "grid/grid.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// u_y in the first row of all planes of the box: at i + step k of the y component, in the number type of u.
struct FirstRow {
  AnyConstFaces values;
  Index step;
};

/// to[i + n.x (j + n.y k)][d] for some of a slab's own planes, k = 0 .. planes - 1 from `first` of them on,
/// rounded to T, float or double. Memory of the backend; returns at once.
/// @param grid of the box @param u on the faces, ghosts filled
/// @param row,strain of unbounded shear, where the upper faces of the last row lie over the seam
template <class B, class T>
void at_cell_centres(const Stream<B>&, const Grid& grid, const Slab&, Index first, Index planes,
                     AnyConstFaces u, const FirstRow& row, real strain, T* to);
/// Values at the cell centres of all planes of the box.
template <class B, class T>
void at_cell_centres(const Stream<B>& stream, const Grid& grid, AnyConstFaces u, real strain, T* to) {
  at_cell_centres(stream, grid, slab_of_all(grid.n), 0, grid.n.z, u, FirstRow{u, grid.n.x * grid.n.y}, strain,
                  to);
}

} // namespace ibsim

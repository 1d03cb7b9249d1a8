// The velocity at cell centres, where frames show it: the means of the two faces of each cell,
//
//   velocity_d(i, j, k) = (u_d(face below) + u_d(face above))/2
#pragma once

#include "grid/grid.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// to[i + n.x (j + n.y k)][d], rounded to T, float or double. Memory of the backend; returns at once.
/// @param velocity on the faces, the three components following each other (the values of a FaceField)
/// @param strain of unbounded shear, where the upper faces of the last row lie over the seam
template <class B, class T>
void at_cell_centres(const Stream<B>&, const Grid&, const real* velocity, real strain, T* to);

} // namespace ibsim

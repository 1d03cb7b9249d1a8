// Periodic cubic splines on a uniform grid, evaluated on the grid twice as coarse: how the paper compares
// velocities of two grids (section 4.2.1: "a cubic spline from the velocities on the finer grid, evaluated at
// the grid points of the coarser").
#pragma once

#include "grid/grid.hpp"

#include <vector>

namespace ibsim {

/// One component d of a face field on `fine` (x fastest), at the faces of the same component on the grid with
/// half as many cells a side. Along d the coarse faces are fine faces; across, they lie midway between two
/// fine ones.
/// @throws std::invalid_argument if a side of `fine` is odd.
std::vector<real> on_coarser_faces(const Grid& fine, int d, const real* values);
/// Spline of a field at the cell centres, which lie midway between fine ones in every direction.
std::vector<real> on_coarser_cells(const Grid& fine, const real* values);

} // namespace ibsim

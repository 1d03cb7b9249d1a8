// A sheet of sites across a periodic box, a relief over its (x, z) plane: endothelium, say. Each site is held
// to its place, as those of a tube (tube.hpp).
//
// Its parameter domain is the rectangle (x, z), and X = (x, y(x, z), z). Sites lie on a regular grid of rows,
// are data and sample sites in one, and operators are no matrices: derivatives of X are those at rest
// (SurfaceKind::affine).
#pragma once

#include "surface/relief.hpp"
#include "surface/surface_kind.hpp"

namespace ibsim {

/// Rows along x, and sites in each.
struct SheetRows {
  int along_x = 0, along_z = 0;
  int sites() const { return along_x * along_z; }
};
/// Rows as near to `spacing` apart as whole numbers allow. @throws InputError if a length is not positive
SheetRows sheet_rows(real size_x, real size_z, real spacing);

/// Two triangles between neighbours on two rows, seen from above; the seams stay open.
std::vector<Vec3<int>> sheet_triangles(SheetRows);

/// @param size_x the box's, um @param below how far under the relief the sites lie, um
/// Positions at rest are about the middle of the plane.
SurfaceKind make_sheet(const Relief&, real size_x, real size_z, SheetRows, real below);

} // namespace ibsim

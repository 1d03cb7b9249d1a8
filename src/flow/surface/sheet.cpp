#include "surface/sheet.hpp"

#include "base/error.hpp"
#include "surface/affine_surface.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ibsim {
std::vector<Vec3<int>> sheet_triangles(SheetRows rows) {
  std::vector<Vec3<int>> triangles;
  for (int k = 0; k + 1 < rows.along_z; ++k)
    for (int i = 0; i + 1 < rows.along_x; ++i) {
      const int here = rows.along_x * k + i, above = here + rows.along_x;
      triangles.push_back({here, above, above + 1});
      triangles.push_back({here, above + 1, here + 1});
    }
  return triangles;
}

SheetRows sheet_rows(real size_x, real size_z, real spacing) {
  if (!(size_x > 0) || !(size_z > 0) || !(spacing > 0))
    throw InputError("the sides of a sheet, and the distance of its sites, must be positive");
  const real along_x = size_x / spacing, along_z = size_z / spacing;
  if (!(along_x * along_z < 1e8))
    throw InputError("a sheet of " + std::to_string(along_x * along_z) + " sites is too large");
  return {std::max(4, static_cast<int>(std::lround(along_x))),
          std::max(4, static_cast<int>(std::lround(along_z)))};
}

SurfaceKind make_sheet(const Relief& relief, real size_x, real size_z, SheetRows rows, real below) {
  AffineSurface sheet(rows.sites(), size_x * size_z);
  for (int k = 0; k < rows.along_z; ++k)
    for (int i = 0; i < rows.along_x; ++i) {
      // every other row is moved by half a site, so that no two sites are far from all others
      const real x = size_x * (i + real{0.25} + real{0.5} * (k % 2)) / rows.along_x,
                 z = size_z * (k + real{0.5}) / rows.along_z;
      const ReliefAt at = relief_at(relief, x, z);
      sheet.add({.node = {x, 0, z},
                 .at_rest = Real3{x - size_x / 2, at.y, z - size_z / 2} - below * upward(at),
                 .e1 = {0, 0, 1}, // their product is upward
                 .e2 = {1, 0, 0},
                 .d1 = {0, at.dz, 1},
                 .d2 = {1, at.dx, 0},
                 .d11 = {0, at.dzz, 0},
                 .d12 = {0, at.dxz, 0},
                 .d22 = {0, at.dxx, 0}});
    }
  return sheet.finished(sheet_triangles(rows));
}

} // namespace ibsim

#include "surface/sheet.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ibsim {
namespace {

/// Two triangles between neighbours on two rows, seen from above; the seams stay open.
std::vector<Vec3<int>> triangles_of(SheetRows rows) {
  std::vector<Vec3<int>> triangles;
  for (int k = 0; k + 1 < rows.along_z; ++k)
    for (int i = 0; i + 1 < rows.along_x; ++i) {
      const int here = rows.along_x * k + i, above = here + rows.along_x;
      triangles.push_back({here, above, above + 1});
      triangles.push_back({here, above + 1, here + 1});
    }
  return triangles;
}

} // namespace

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
  SurfaceKind sheet;
  sheet.topology = SurfaceTopology::doubly_periodic;
  sheet.parameter_area = size_x * size_z;
  const int n = rows.sites();
  RbfOperators& o = sheet.operators;
  o.n_data = o.n_sample = n; // and no matrix: site_operators.hpp
  o.weights.assign(static_cast<std::size_t>(n), sheet.parameter_area / n);
  const std::size_t numbers = std::size_t{surface_operators} * n;
  sheet.affine.assign(3 * numbers, 0);
  for (int k = 0; k < rows.along_z; ++k)
    for (int i = 0; i < rows.along_x; ++i) {
      // every other row is moved by half a site, so that no two sites are far from all others
      const real x = size_x * (i + real{0.25} + real{0.5} * (k % 2)) / rows.along_x,
                 z = size_z * (k + real{0.5}) / rows.along_z;
      const ReliefAt at = relief_at(relief, x, z);
      const std::size_t site = sheet.sample_nodes.size();
      sheet.sample_nodes.push_back({x, 0, z});
      sheet.data_at_rest.push_back(Real3{x - size_x / 2, at.y, z - size_z / 2} - below * upward(at));
      o.e1.push_back({0, 0, 1}), o.e2.push_back({1, 0, 0}); // their product is upward
      const auto derivative = [&](SurfaceOperator b, const Real3& value) {
        for (int d = 0; d < 3; ++d)
          sheet.affine[site + static_cast<std::size_t>(b) * n + numbers * d] = value[d];
      };
      derivative(SurfaceOperator::d1, {0, at.dz, 1}), derivative(SurfaceOperator::d2, {1, at.dx, 0});
      derivative(SurfaceOperator::d11, {0, at.dzz, 0}), derivative(SurfaceOperator::d12, {0, at.dxz, 0});
      derivative(SurfaceOperator::d22, {0, at.dxx, 0});
    }
  sheet.data_nodes = sheet.sample_nodes;
  sheet.samples_at_start = sheet.data_at_rest;
  sheet.triangles = triangles_of(rows);
  return sheet;
}

} // namespace ibsim

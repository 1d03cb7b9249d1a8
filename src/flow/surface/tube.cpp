#include "surface/tube.hpp"

#include "base/error.hpp"
#include "surface/affine_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace ibsim {
namespace {

/// Two triangles between neighbours on two rings, seen from outside; the seam in z stays open.
std::vector<Vec3<int>> triangles_of(TubeRings rings) {
  std::vector<Vec3<int>> triangles;
  for (int k = 0; k + 1 < rings.along; ++k)
    for (int j = 0; j < rings.around; ++j) {
      const int here = rings.around * k, next = (j + 1) % rings.around, above = here + rings.around;
      triangles.push_back({here + j, here + next, above + next});
      triangles.push_back({here + j, above + next, above + j});
    }
  return triangles;
}

} // namespace

TubeRings tube_rings(real radius, real length, real spacing) {
  if (!(radius > 0) || !(length > 0) || !(spacing > 0))
    throw InputError("radius and length of a tube, and the distance of its sites, must be positive");
  const real around = 2 * std::numbers::pi * radius / spacing, along = length / spacing;
  if (!(around * along < 1e8))
    throw InputError("a tube of " + std::to_string(around * along) + " sites is too large");
  return {std::max(8, static_cast<int>(std::lround(around))),
          std::max(4, static_cast<int>(std::lround(along)))};
}

SurfaceKind make_tube(real radius, real length, TubeRings rings) {
  AffineSurface tube(rings.sites(), 4 * std::numbers::pi);
  for (int k = 0; k < rings.along; ++k)
    for (int j = 0; j < rings.around; ++j) {
      // every other ring is turned by half a site, so that no two sites are far from all others
      const real a = 2 * std::numbers::pi * (j + real{0.5} * (k % 2)) / rings.around,
                 z = 2 * (k + real{0.5}) / rings.along - 1;
      const Real3 out{std::cos(a), std::sin(a), 0}, around{-out.y, out.x, 0}, along{0, 0, 1};
      tube.add({.node = {out.x, out.y, z},
                .at_rest = radius * out + length / 2 * z * along,
                .e1 = around,
                .e2 = along,
                .d1 = radius * around,
                .d2 = length / 2 * along,
                .d11 = -radius * out,
                .d12 = {},
                .d22 = {}});
    }
  return tube.finished(triangles_of(rings));
}

} // namespace ibsim

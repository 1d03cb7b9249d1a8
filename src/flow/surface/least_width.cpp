#include "surface/least_width.hpp"

#include "surface/sites.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// Half its widths at rest along its own axes, um.
Real3 half_widths(const ReferenceSurface& surface) {
  constexpr int rings = 48, around = 16;
  Real3 most{};
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < around; ++j) {
      const real theta = std::numbers::pi * i / rings, phi = 2 * std::numbers::pi * j / around;
      const Real3 at = position(
          surface, {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)});
      for (int d = 0; d < 3; ++d) most[d] = std::max(most[d], std::abs(at[d]));
    }
  return most;
}

} // namespace

real least_width(const ReferenceSurface& surface) {
  const Real3 half = half_widths(surface);
  return 2 * std::min({half.x, half.y, half.z});
}

real flat_radius(const ReferenceSurface& surface) {
  const Real3 half = half_widths(surface);
  const auto [least, most] = std::minmax({half.x, half.y, half.z});
  return most * most / least;
}

real width_at_edges(const ReferenceSurface& surface) {
  if (surface.shape != ReferenceShape::ellipsoid) return least_width(surface);
  const auto [c, a] = std::minmax({surface.half_axes.x, surface.half_axes.y, surface.half_axes.z});
  return 2 * c * c / a;
}

} // namespace ibsim

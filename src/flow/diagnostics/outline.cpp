#include "diagnostics/outline.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {

Outline outline(const FarthestSites& sites) {
  constexpr int half = shadow_angles / 2;
  constexpr real pi = std::numbers::pi, step = 2 * pi / shadow_angles;
  Outline seen;
  seen.low = {sites[half].low, sites[half / 2].low, sites[0].low};
  seen.high = {sites[half].high, sites[half / 2].high, sites[0].high};

  // about the first point, so that no digits are lost far from the origin
  const real first_y = sites[0].high_y, first_z = sites[0].high_z;
  std::array<real, shadow_angles> y, z, support;
  for (int k = 0; k < shadow_angles; ++k) {
    const Farthest& s = sites[k % half];
    y[k] = (k < half ? s.high_y : s.low_y) - first_y, z[k] = (k < half ? s.high_z : s.low_z) - first_z;
    support[k] = z[k] * std::cos(step * k) + y[k] * std::sin(step * k);
  }
  real inner = 0, outer = 0;
  for (int k = 0; k < shadow_angles; ++k) {
    const int before = (k + shadow_angles - 1) % shadow_angles, after = (k + 1) % shadow_angles;
    inner += (z[k] * y[after] - z[after] * y[k]) / 2;
    const real side = (support[before] + support[after] - 2 * support[k] * std::cos(step)) / std::sin(step);
    outer += support[k] * side / 2;
    seen.perimeter += step * support[k];
  }
  seen.contour_area = (inner + 2 * outer) / 3;
  if (seen.perimeter > 0) seen.circularity = 2 * std::sqrt(pi * seen.contour_area) / seen.perimeter;
  return seen;
}

} // namespace ibsim

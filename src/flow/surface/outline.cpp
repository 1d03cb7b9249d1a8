#include "surface/outline.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

constexpr real angle = 2 * std::numbers::pi / shadow_angles;

struct Angles {
  std::array<real, shadow_angles> cosine, sine;
  Angles() {
    for (int k = 0; k < shadow_angles; ++k) cosine[k] = std::cos(angle * k), sine[k] = std::sin(angle * k);
  }
};

} // namespace

Outline outline(const FarthestSites& sites) {
  constexpr int half = shadow_angles / 2;
  static const Angles of; // thousands of objects have their outlines in each row of the tables
  Outline seen;
  seen.low = {sites[half].low, sites[half / 2].low, sites[0].low};
  seen.high = {sites[half].high, sites[half / 2].high, sites[0].high};

  // about the first point, so that no digits are lost far from the origin
  const real first_y = sites[0].high_y, first_z = sites[0].high_z;
  std::array<real, shadow_angles> y, z, support;
  for (int k = 0; k < shadow_angles; ++k) {
    const Farthest& s = sites[k % half];
    y[k] = (k < half ? s.high_y : s.low_y) - first_y, z[k] = (k < half ? s.high_z : s.low_z) - first_z;
    support[k] = z[k] * of.cosine[k] + y[k] * of.sine[k];
  }
  real inner = 0, outer = 0;
  for (int k = 0; k < shadow_angles; ++k) {
    const int before = (k + shadow_angles - 1) % shadow_angles, after = (k + 1) % shadow_angles;
    inner += (z[k] * y[after] - z[after] * y[k]) / 2;
    const real side = (support[before] + support[after] - 2 * support[k] * of.cosine[1]) / of.sine[1];
    outer += support[k] * side / 2;
    seen.perimeter += angle * support[k];
  }
  seen.contour_area = (inner + 2 * outer) / 3;
  if (seen.perimeter > 0)
    seen.circularity = 2 * std::sqrt(std::numbers::pi * seen.contour_area) / seen.perimeter;
  return seen;
}

} // namespace ibsim

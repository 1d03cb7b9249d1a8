#include "surface/relief.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace ibsim {
namespace {

/// w^2 and its derivatives by a and b.
struct Square {
  real value, a, b, aa, ab, bb;
};
/// The square of w, from w and its derivatives.
Square square(real w, real wa, real wb, real waa, real wab, real wbb) {
  return {w * w,
          2 * w * wa,
          2 * w * wb,
          2 * (wa * wa + w * waa),
          2 * (wa * wb + w * wab),
          2 * (wb * wb + w * wbb)};
}

Square cobblestone(real a, real b) { // w = (cos a + cos b)/2
  return square((std::cos(a) + std::cos(b)) / 2, -std::sin(a) / 2, -std::sin(b) / 2, -std::cos(a) / 2, 0,
                -std::cos(b) / 2);
}

Square elongated(real a, real b) {
  const real c = std::cos(a - b), s = std::sin(a - b), f = std::sin(b / 2), g = std::cos(b / 2) / 2;
  return square(c * f, -s * f, s * f + c * g, -c * f, c * f - s * g, -c * f + 2 * s * g - c * f / 4);
}

ReliefAt on_map(const Relief& relief, real x, real z) {
  const HeightMap& map = *relief.map;
  const real by_x = map.along_x / relief.length_x, by_z = map.along_z / relief.length_z;
  const SplineAt at = spline_at(map, by_x * x, by_z * z);
  return {at.y, by_x * at.dx, by_z * at.dz, by_x * by_x * at.dxx, by_x * by_z * at.dxz, by_z * by_z * at.dzz};
}

/// f(ReliefAt) at points all over a period.
template <class F>
void over_a_period(const Relief& relief, F f) {
  const int nx = relief.map ? 2 * relief.map->along_x : 64, nz = relief.map ? 2 * relief.map->along_z : 64;
  for (int k = 0; k < nz; ++k)
    for (int i = 0; i < nx; ++i) f(relief_at(relief, relief.length_x * i / nx, relief.length_z * k / nz));
}

} // namespace

ReliefAt relief_at(const Relief& relief, real x, real z) {
  if (relief.form == Relief::Form::flat) return {};
  if (relief.form == Relief::Form::map) return on_map(relief, x, z);
  const real by_a = 2 * std::numbers::pi / relief.length_z, by_b = 2 * std::numbers::pi / relief.length_x,
             A = relief.height;
  const Square w = relief.form == Relief::Form::cobblestone ? cobblestone(by_a * z, by_b * x)
                                                            : elongated(by_a * z, by_b * x);
  return {
      A * w.value,           A * by_b * w.b, A * by_a * w.a, A * by_b * by_b * w.bb, A * by_a * by_b * w.ab,
      A * by_a * by_a * w.aa};
}

Heights heights_of(const Relief& relief) {
  if (relief.map) return {relief.map->lowest, relief.map->highest};
  Heights found{std::numeric_limits<real>::max(), std::numeric_limits<real>::lowest()};
  over_a_period(relief, [&](const ReliefAt& at) {
    found = {std::min(found.low, at.y), std::max(found.high, at.y)};
  });
  return found;
}

real steepest_slope(const Relief& relief) {
  real steepest = 0;
  over_a_period(relief, [&](const ReliefAt& at) { steepest = std::max(steepest, std::hypot(at.dx, at.dz)); });
  return steepest;
}

std::string described(const Relief& relief) {
  if (relief.map)
    return text(", a map of %d x %d heights from %.4g to %.4g um", relief.map->along_x, relief.map->along_z,
                relief.map->lowest, relief.map->highest);
  if (relief.form == Relief::Form::flat) return {};
  return text(", %g um high, a period of %.4g x %.4g um", relief.height, relief.length_x, relief.length_z);
}

Real3 upward(const ReliefAt& at) { return normalized(Real3{-at.dx, 1, -at.dz}); }

} // namespace ibsim

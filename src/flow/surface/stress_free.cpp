// An oblate spheroid with half axes (a, a, c), flatness f = c/a, e = sqrt(1 - f^2):
//
//   A = 2 pi a^2 [1 + (f^2/e) artanh e],   V = (4/3) pi a^2 c;   the reduced volume falls with f
//   area between z = 0 and z = c s:   pi a^2 (f/k) [w sqrt(1 + w^2) + arsinh w],   w = k s,   k = e/f
#include "surface/stress_free.hpp"

#include "base/error.hpp"
#include "surface/reference_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

/// A/(2 pi a^2) and the reduced volume, for c/a = flatness.
real relative_area(real flatness) {
  const real e = std::sqrt((1 - flatness) * (1 + flatness));
  return 1 + flatness * flatness * (e < 1e-4 ? 1 + e * e / 3 : std::atanh(e) / e);
}
real reduced_volume(real flatness) {
  const real area = 2 * std::numbers::pi * relative_area(flatness),
             volume = 4.0 / 3 * std::numbers::pi * flatness;
  return 6 * std::sqrt(std::numbers::pi) * volume / (area * std::sqrt(area));
}

/// The area between z = 0 and z = c s of a spheroid with a = 1, over 2 pi.
real zone(real flatness, real s) {
  const real k = std::sqrt((1 - flatness) * (1 + flatness)) / flatness, w = k * s;
  if (k < 1e-4) return s * (1 + w * w / 6) * flatness; // to order k^4
  return flatness / (2 * k) * (w * std::sqrt(1 + w * w) + std::asinh(w));
}

/// Area of the reference surface between z = 0 and xi_z, over 2 pi: int r |dX/dt| dt, by Gauss' rule, which
/// is exact to round-off for such smooth surfaces.
real zone_of(const ReferenceSurface& surface, const std::vector<GaussPoint>& rule, real xi_z) {
  const real latitude = std::asin(std::clamp(xi_z, real{-1}, real{1}));
  real sum = 0;
  for (const auto& [x, weight] : rule) {
    const real t = 0.5 * latitude * (1 + x);
    const Real3 xi{std::cos(t), 0, std::sin(t)};
    sum += weight * position(surface, xi).x * norm(derivative(surface, xi, {-std::sin(t), 0, std::cos(t)}));
  }
  return 0.5 * latitude * sum;
}

} // namespace

ReferenceSurface spheroid_of(real volume, real area) {
  if (!(volume > 0) || !(volume <= 1) || !(area > 0) || !std::isfinite(area))
    throw InputError("a spheroid needs a reduced volume within (0, 1] and an area");
  real low = 0, high = 1; // of c/a; the reduced volume grows with it
  if (volume < 1)
    for (real middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high))
      (reduced_volume(middle) < volume ? low : high) = middle;
  const real a = std::sqrt(area / (2 * std::numbers::pi * relative_area(high)));
  return {high == 1 ? ReferenceShape::sphere : ReferenceShape::ellipsoid, {a, a, a * high}};
}

bool is_round_about_z(const ReferenceSurface& surface) {
  return !surface.map && surface.half_axes.x == surface.half_axes.y;
}

std::vector<Real3> equal_area_image(const ReferenceSurface& from, const ReferenceSurface& spheroid,
                                    const std::vector<Real3>& xi) {
  check(from);
  const std::vector<GaussPoint> rule = gauss_legendre(64);
  const real flatness = spheroid.half_axes.z / spheroid.half_axes.x;
  const real part = zone(flatness, 1) / zone_of(from, rule, 1); // of the areas
  std::vector<Real3> image;
  for (const Real3& point : xi) {
    const real wanted = part * zone_of(from, rule, std::abs(point.z));
    // the height of the image over c: by bisection to the last bit, for zone() grows
    real low = 0, high = 1;
    for (real middle = 0.5; middle > low && middle < high; middle = 0.5 * (low + high))
      (zone(flatness, middle) < wanted ? low : high) = middle;
    const real height = std::copysign(high, point.z), across = std::hypot(point.x, point.y);
    const real radius = across > 0 ? std::sqrt((1 - high) * (1 + high)) / across : 0;
    image.push_back({spheroid.half_axes.x * radius * point.x, spheroid.half_axes.x * radius * point.y,
                     spheroid.half_axes.z * height});
  }
  return image;
}

} // namespace ibsim

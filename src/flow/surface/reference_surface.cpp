// The reference surfaces: formula, derivative, area and enclosed volume.
//
// Red cell, paper, equation (16), in Cartesian form: with xi on the unit sphere, rho^2 = xi_x^2 + xi_y^2 =
// cos^2(phi), xi_z = sin(phi),
//   X = R0 (xi_x, xi_y, p(rho) xi_z),  p(r) = 0.105 + r^2 - 0.56 r^4,
// a polynomial in xi (Evans and Fung's (1972) average cell, thickness R0 sqrt(1 - r^2) (0.21 + 2 r^2 - 1.12
// r^4) at radius R0 r).
#include "surface/reference_surface.hpp"
#include "base/error.hpp"
#include "surface/mapped_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <mutex>
#include <numbers>
#include <optional>
#include <utility>

namespace ibsim {
bool operator==(const ReferenceSurface& a, const ReferenceSurface& b) {
  if (a.shape != b.shape || !(a.half_axes == b.half_axes) || !a.map != !b.map) return false;
  return !a.map || *a.map == *b.map;
}

Real3 position(const ReferenceSurface& surface, const Real3& xi) {
  const Real3& a = surface.half_axes;
  if (surface.map) return scaled(a, position(*surface.map, xi));
  if (surface.shape != ReferenceShape::red_cell) return {a.x * xi.x, a.y * xi.y, a.z * xi.z};
  const real q = xi.x * xi.x + xi.y * xi.y;
  return {a.x * xi.x, a.x * xi.y, a.x * (0.105 + q - 0.56 * q * q) * xi.z};
}

Real3 derivative(const ReferenceSurface& surface, const Real3& xi, const Real3& v) {
  const Real3& a = surface.half_axes;
  if (surface.map) return scaled(a, derivative(*surface.map, xi, v));
  if (surface.shape != ReferenceShape::red_cell) return {a.x * v.x, a.y * v.y, a.z * v.z};
  const real q = xi.x * xi.x + xi.y * xi.y, dq = 2 * (xi.x * v.x + xi.y * v.y);
  return {a.x * v.x, a.x * v.y, a.x * ((0.105 + q - 0.56 * q * q) * v.z + (1 - 1.12 * q) * dq * xi.z)};
}

Real3 second_derivative(const ReferenceSurface& surface, const Real3& xi, const Real3& v, const Real3& w) {
  if (surface.map) return scaled(surface.half_axes, second_derivative(*surface.map, xi, v, w));
  if (surface.shape != ReferenceShape::red_cell) return {};
  const real q = xi.x * xi.x + xi.y * xi.y, dp = 1 - 1.12 * q, d2p = -1.12;
  const real along_v = 2 * (xi.x * v.x + xi.y * v.y), along_w = 2 * (xi.x * w.x + xi.y * w.y),
             both = 2 * (v.x * w.x + v.y * w.y);
  return {0, 0,
          surface.half_axes.x *
              (dp * (along_v * w.z + along_w * v.z + both * xi.z) + d2p * along_v * along_w * xi.z)};
}

void check(const ReferenceSurface& surface) {
  const Real3& a = surface.half_axes;
  const bool z_matters = surface.shape != ReferenceShape::red_cell;
  const auto good = [](real length) { return std::isfinite(length) && length > 0; };
  if (!good(a.x) || !good(a.y) || (z_matters && !good(a.z)))
    throw InputError("the half axes of an object must be positive lengths, not (" + std::to_string(a.x) +
                     ", " + std::to_string(a.y) + ", " + std::to_string(a.z) + ") um");
}

std::vector<GaussPoint> gauss_legendre(int n) {
  std::vector<GaussPoint> rule(n);
  for (int i = 0; i < n; ++i) {
    // Newton's method for the i-th root of P_n from Tricomi's estimate; P_n and P_n' by the three-term
    // recurrence.
    real x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 100; ++iteration) {
      real p = 1, previous = 0;
      for (int k = 1; k <= n; ++k) {
        const real next = ((2 * k - 1) * x * p - (k - 1) * previous) / k;
        previous = p;
        p = next;
      }
      slope = n * (x * p - previous) / (x * x - 1);
      const real change = p / slope;
      x -= change;
      if (std::abs(change) < 1e-15) break;
    }
    rule[i] = {x, 2 / ((1 - x * x) * slope * slope)};
  }
  return rule;
}

/// Area and volume of a mapped shape that has been measured with half axes in these proportions.
std::optional<AreaAndVolume> measured_before(const ReferenceSurface& surface) {
  if (!surface.map || !(surface.map->measured_axes.x > 0)) return {};
  const Real3 &a = surface.half_axes, &b = surface.map->measured_axes;
  const real scale = a.x / b.x;
  for (int d = 1; d < 3; ++d)
    if (!(std::abs(a[d] / b[d] / scale - 1) < 1e-14)) return {};
  const AreaAndVolume& found = surface.map->measured;
  return AreaAndVolume{scale * scale * found.area, scale * scale * scale * found.volume};
}

namespace {

/// Gauss-Legendre in xi_z times the trapezoidal rule in azimuth: spectral for a smooth surface. Doubled until
/// it stands still.
AreaAndVolume by_quadrature(const ReferenceSurface& surface) {
  AreaAndVolume before{0, 0};
  for (int n = 32;; n *= 2) {
    std::vector<std::array<real, 2>> around(2 * static_cast<std::size_t>(n)); // cosine and sine of azimuths
    for (std::size_t m = 0; m < around.size(); ++m) {
      const real azimuth = std::numbers::pi * static_cast<real>(m) / n;
      around[m] = {std::cos(azimuth), std::sin(azimuth)};
    }
    AreaAndVolume now{0, 0};
    for (const auto& [z, weight] : gauss_legendre(n)) {
      const real rho = std::sqrt(1 - z * z);
      real area = 0, volume = 0;
      for (const auto& [c, s] : around) {
        const Real3 xi{rho * c, rho * s, z};
        const Real3 normal =
            cross(derivative(surface, xi, {-z * c, -z * s, rho}), derivative(surface, xi, {s, -c, 0}));
        area += norm(normal);
        volume += dot(position(surface, xi), normal) / 3;
      }
      now.area += weight * area * std::numbers::pi / n;
      now.volume += weight * volume * std::numbers::pi / n;
    }
    const real change = std::abs(now.area / before.area - 1) + std::abs(now.volume / before.volume - 1);
    // a mapped shape is known to its mesh's accuracy, and its functions take time
    if (change < (surface.map ? 1e-9 : 1e-13) || n >= (surface.map ? 128 : 1024)) return now;
    before = now;
  }
}

} // namespace

AreaAndVolume area_and_volume(const ReferenceSurface& surface) {
  check(surface);
  if (const auto before = measured_before(surface)) return *before;
  if (surface.map) return by_quadrature(surface);
  // Set-up, checks and advice ask for the same few surfaces again and again.
  static std::mutex mutex;
  static std::deque<std::pair<ReferenceSurface, AreaAndVolume>> latest;
  {
    const std::lock_guard lock(mutex);
    for (const auto& [of, found] : latest)
      if (of == surface) return found;
  }
  const AreaAndVolume found = by_quadrature(surface);
  const std::lock_guard lock(mutex);
  latest.emplace_back(surface, found);
  if (latest.size() > 16) latest.pop_front();
  return found;
}

} // namespace ibsim

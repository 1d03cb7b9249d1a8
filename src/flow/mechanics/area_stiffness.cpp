// Limit of the time step by a modulus of the area as a whole (area_constraint.hpp).
#include "mechanics/area_constraint.hpp"
#include "mechanics/curvature.hpp"
#include "surface/reference_surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {
namespace {

Real3 times(const Real3& a, const Real3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// The stretched surface at xi, in the frame (e, xi x e) of the unit sphere: along great circles the second
/// derivative of X(xi) is d2X[e_a, e_b] - delta_ab dX xi.
SurfaceJet jet_at(const ReferenceSurface& surface, const Real3& stretch, const Real3& xi, const Real3& e) {
  const Real3 f = cross(xi, e), radial = derivative(surface, xi, xi);
  const auto second = [&](const Real3& v, const Real3& w) { return second_derivative(surface, xi, v, w); };
  SurfaceJet jet;
  jet.d1 = times(stretch, derivative(surface, xi, e)), jet.d2 = times(stretch, derivative(surface, xi, f));
  jet.d11 = times(stretch, second(e, e) - radial), jet.d22 = times(stretch, second(f, f) - radial);
  jet.d12 = times(stretch, second(e, f));
  return jet;
}

} // namespace

Stiffness stiffness_of_area(real modulus, real area_at_rest, real area, real spread) {
  const real tension = std::max(modulus * (area / area_at_rest - 1), real{0});
  return {.anchor = modulus / area_at_rest * spread, .modulus = 2 * tension + 2 * 0.01 * modulus};
}

Stiffness stiffness_of_area(real modulus, real area_at_rest, const ReferenceSurface& surface,
                            const Real3& stretch) {
  constexpr int n = 24; // by 2 n: shapes that are stretched by 2 to a per cent
  real area = 0, sum = 0, squares = 0;
  for (const auto& [z, weight] : gauss_legendre(n)) {
    const real rho = std::sqrt(1 - z * z);
    for (int m = 0; m < 2 * n; ++m) {
      const real azimuth = std::numbers::pi * m / n, c = std::cos(azimuth), s = std::sin(azimuth);
      const Curvature at = curvature(jet_at(surface, stretch, {rho * c, rho * s, z}, {-s, c, 0}));
      const real dA = weight * std::numbers::pi / n * at.area;
      area += dA, sum += dA * at.mean, squares += dA * at.mean * at.mean;
    }
  }
  return stiffness_of_area(modulus, area_at_rest, area, squares - sum * sum / area);
}

} // namespace ibsim

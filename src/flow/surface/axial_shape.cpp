#include "surface/axial_shape.hpp"

#include "surface/reference_surface.hpp"

#include <cmath>

namespace ibsim {
namespace {

using Jet = MeridianBasis::Jet;

/// P_k(u) and its derivatives by u, k = 0 .. terms - 1: (k + 1) P_k+1 = (2 k + 1) u P_k - k P_k-1, of which
/// the derivatives follow.
std::vector<Jet> legendre(real u, int terms) {
  std::vector<Jet> P(static_cast<std::size_t>(terms));
  for (int k = 0; k < terms; ++k) {
    if (k == 0) {
      P[0] = {1, 0, 0};
      continue;
    }
    const Jet& p = P[static_cast<std::size_t>(k) - 1];
    const Jet before = k > 1 ? P[static_cast<std::size_t>(k) - 2] : Jet{};
    const real n = k, up = (2 * n - 1) / n, down = (n - 1) / n;
    P[static_cast<std::size_t>(k)] = {up * u * p.value - down * before.value,
                                      up * (p.value + u * p.first) - down * before.first,
                                      up * (2 * p.first + u * p.second) - down * before.second};
  }
  return P;
}

} // namespace

Real3 AxialShape::position(const Real3& xi) const {
  const std::vector<Jet> P = legendre(2 * (xi.x * xi.x + xi.y * xi.y) - 1, static_cast<int>(across.size()));
  real a = 0, b = 0;
  for (std::size_t k = P.size(); k-- > 0;) a += across[k] * P[k].value, b += along[k] * P[k].value;
  return {a * xi.x, a * xi.y, b * xi.z};
}

AxialShape axial_shape(const ReferenceSurface& surface, int terms) {
  // a_k = (2 k + 1)/2 int a P_k du by Gauss' rule, exact for polynomials
  AxialShape shape{std::vector<real>(static_cast<std::size_t>(terms)),
                   std::vector<real>(static_cast<std::size_t>(terms))};
  for (const auto& [u, weight] : gauss_legendre(terms + 8)) {
    const real q = 0.5 * (u + 1);
    const Real3 xi{std::sqrt(q), 0, std::sqrt(1 - q)}, x = ibsim::position(surface, xi);
    const std::vector<Jet> P = legendre(u, terms);
    for (std::size_t k = 0; k < P.size(); ++k) {
      const real share = (static_cast<real>(k) + 0.5) * weight * P[k].value;
      shape.across[k] += share * x.x / xi.x;
      shape.along[k] += share * x.z / xi.z;
    }
  }
  return shape;
}

MeridianBasis meridian_basis(real t, int terms) {
  const real s = std::sin(t), c = std::cos(t);
  const Jet sine{s, c, -s}, cosine{c, -s, -c};
  const real u1 = 4 * s * c, u2 = 4 * (c * c - s * s); // derivatives by t of u = 2 sin^2 t - 1
  MeridianBasis basis;
  for (const Jet& p : legendre(2 * s * s - 1, terms)) {
    const Jet by_t{p.value, p.first * u1, p.second * u1 * u1 + p.first * u2};
    basis.across.push_back(product(sine, by_t));
    basis.along.push_back(product(cosine, by_t));
  }
  return basis;
}

} // namespace ibsim

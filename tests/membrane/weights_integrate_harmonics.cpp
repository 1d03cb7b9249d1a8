// Quadrature on the sphere: exact for spherical harmonics up to the stated degree, positive, and fast convergent for other functions.
#include "membrane/sphere_quadrature.hpp"
#include "membranes.hpp"

#include <algorithm>

namespace ibsim {
namespace {

TEST(SphereQuadrature, harmonics_are_the_textbook_ones) {
  const Real3 xi = normalized(Real3{0.3, -0.5, 0.7});
  real Y[16];
  spherical_harmonics(xi, 3, Y);
  const real x = xi.x, y = xi.y, z = xi.z;
  EXPECT_NEAR(Y[0], std::sqrt(1 / (4 * pi)), 1e-15);
  EXPECT_NEAR(Y[1], std::sqrt(3 / (4 * pi)) * y, 1e-15); // l = 1, m = -1
  EXPECT_NEAR(Y[2], std::sqrt(3 / (4 * pi)) * z, 1e-15);
  EXPECT_NEAR(Y[3], std::sqrt(3 / (4 * pi)) * x, 1e-15);
  EXPECT_NEAR(Y[6], std::sqrt(5 / (16 * pi)) * (3 * z * z - 1), 1e-15);
  EXPECT_NEAR(Y[8], std::sqrt(15 / (16 * pi)) * (x * x - y * y), 1e-15);
  EXPECT_NEAR(Y[10], std::sqrt(105 / (4 * pi)) * x * y * z, 1e-15);
  EXPECT_NEAR(Y[13], std::sqrt(21 / (32 * pi)) * x * (5 * z * z - 1), 1e-15);
}

TEST(SphereQuadrature, integrates_harmonics_and_is_positive) {
  for (const ReferenceSurface& surface : {sphere, red_cell, ReferenceSurface{ReferenceShape::ellipsoid, {3, 2, 1}}})
    for (int n : {12, 220, 3520}) {
      const auto nodes = quasi_uniform_nodes(surface, n);
      const SphereQuadrature quadrature = sphere_quadrature(nodes);
      real sum = 0;
      for (real w : quadrature.weights) sum += w;
      EXPECT_NEAR(sum, 4 * pi, 1e-12);
      EXPECT_GT(*std::min_element(quadrature.weights.begin(), quadrature.weights.end()), 0);
      // On a sphere the spiral reaches 0.49 sqrt(n); where nodes are sparser on the sphere than on the surface, less.
      EXPECT_GE(quadrature.degree, static_cast<int>((surface == sphere ? 0.4 : 0.2) * std::sqrt(n)));
      const int m = (quadrature.degree + 1) * (quadrature.degree + 1);
      std::vector<real> Y(m), integral(m, 0);
      for (int i = 0; i < n; ++i) {
        spherical_harmonics(nodes[i], quadrature.degree, Y.data());
        for (int k = 0; k < m; ++k) integral[k] += quadrature.weights[i] * Y[k];
      }
      // sqrt(4 pi) for the constant, zero for the others: n terms of size 4 pi/n, each with round-off.
      for (int k = 0; k < m; ++k) EXPECT_NEAR(integral[k], k == 0 ? std::sqrt(4 * pi) : 0, 1e-12) << n << " " << k;
    }
}

TEST(SphereQuadrature, converges_faster_than_any_low_order) {
  // int exp(3 x + 2 y - z) = 4 pi sinh(k)/k with k^2 = 14. Its harmonics fall like k^l / (2l+1)!!: beyond degree 12 (n = 880 on the
  // sphere has 14) they are below 1e-4 and a Voronoi rule would integrate even these with an error of order 1 per cent.
  const real k = std::sqrt(14.0), exact = 4 * pi * std::sinh(k) / k;
  const auto error = [&](int n) {
    const auto nodes = quasi_uniform_nodes(sphere, n);
    const auto weights = sphere_quadrature(nodes).weights;
    real sum = 0;
    for (int i = 0; i < n; ++i) sum += weights[i] * std::exp(3 * nodes[i].x + 2 * nodes[i].y - nodes[i].z);
    return std::abs(sum / exact - 1);
  };
  EXPECT_LT(error(220), 1e-4);
  EXPECT_LT(error(880), 1e-7);
  EXPECT_LT(error(3520), 1e-12);
}

} // namespace
} // namespace ibsim

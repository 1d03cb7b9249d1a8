// Quadrature on the sphere: exact for spherical harmonics up to the stated degree, positive, and fast
// convergent for other functions.
#include "mechanics/membranes.hpp"
#include "surface/sphere_quadrature.hpp"

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
  for (const ReferenceSurface& surface :
       {the_sphere, red_cell, ReferenceSurface{ReferenceShape::ellipsoid, {3, 2, 1}}})
    for (int n : {12, 220, 3520}) {
      const auto nodes = quasi_uniform_nodes(surface, n);
      const SphereQuadrature quadrature = sphere_quadrature(nodes);
      real sum = 0;
      for (real w : quadrature.weights) sum += w;
      EXPECT_NEAR(sum, 4 * pi, 1e-12);
      EXPECT_GT(*std::min_element(quadrature.weights.begin(), quadrature.weights.end()), 0);
      // On a sphere the spiral reaches 0.49 sqrt(n); where nodes are sparser on the sphere than on the
      // surface, less.
      EXPECT_GE(quadrature.degree, static_cast<int>((surface == the_sphere ? 0.4 : 0.2) * std::sqrt(n)));
      const int m = (quadrature.degree + 1) * (quadrature.degree + 1);
      std::vector<real> Y(m), integral(m, 0);
      for (int i = 0; i < n; ++i) {
        spherical_harmonics(nodes[i], quadrature.degree, Y.data());
        for (int k = 0; k < m; ++k) integral[k] += quadrature.weights[i] * Y[k];
      }
      // sqrt(4 pi) for the constant, zero for the others: n terms of size 4 pi/n, each with round-off.
      for (int k = 0; k < m; ++k)
        EXPECT_NEAR(integral[k], k == 0 ? std::sqrt(4 * pi) : 0, 1e-12) << n << " " << k;
    }
}

/// Modified spherical Bessel function i_l(k) = k^l / (2l+1)!! sum_j (k^2/2)^j / (j!
/// (2l+3)(2l+5)...(2l+2j+1)).
real modified_bessel(int l, real k) {
  real factor = 1;
  for (int m = 1; m <= l; ++m) factor *= k / (2 * m + 1);
  real sum = 0, term = 1;
  for (int j = 1; term > 1e-20; ++j) {
    sum += term;
    term *= k * k / 2 / (j * (2.0 * l + 2 * j + 1));
  }
  return factor * sum;
}

TEST(SphereQuadrature, error_is_that_of_the_best_approximation) {
  // f = exp(k.xi) = sum_l (2l+1) i_l(k) P_l, |P_l| <= 1, and int f = 4 pi i_0(k). Positive weights that are
  // exact up to degree L leave at most 2 * 4 pi times the rest of the series beyond L.
  const Real3 wave{3, 2, -1};
  const real k = norm(wave), exact = 4 * pi * std::sinh(k) / k;
  for (int n : {220, 880, 3520}) {
    const auto nodes = quasi_uniform_nodes(the_sphere, n);
    const SphereQuadrature quadrature = sphere_quadrature(nodes);
    real sum = 0, rest = 0;
    for (int i = 0; i < n; ++i) sum += quadrature.weights[i] * std::exp(dot(wave, nodes[i]));
    for (int l = quadrature.degree + 1; l < quadrature.degree + 40; ++l)
      rest += (2 * l + 1) * modified_bessel(l, k);
    EXPECT_LT(std::abs(sum - exact), 8 * pi * rest + 1e-13 * exact) << n; // and round-off
  }
}

} // namespace
} // namespace ibsim

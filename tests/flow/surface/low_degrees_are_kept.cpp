// The projection of functions on the sphere to spherical harmonics of low degree.
#include "base/error.hpp"
#include "surface/low_degrees.hpp"
#include "surface/sites.hpp"
#include "surface/sphere_quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ibsim {
namespace {

constexpr int n = 300;
std::vector<Real3> nodes() { return quasi_uniform_nodes({ReferenceShape::red_cell, {3.91, 3.91, 3.91}}, n); }

std::vector<real> applied(const std::vector<real>& P, const std::vector<real>& f) {
  std::vector<real> g(n, 0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) g[i] += P[i + n * j] * f[j];
  return g;
}

std::vector<real> harmonic(const std::vector<Real3>& xi, int l, int m) {
  std::vector<real> Y((l + 1) * (l + 1)), f;
  for (const Real3& at : xi) {
    spherical_harmonics(at, l, Y.data());
    f.push_back(Y[l * l + l + m]);
  }
  return f;
}

real largest_difference(const std::vector<real>& a, const std::vector<real>& b) {
  real largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Round-off of sums over 300 sites of harmonics, which are of order one.
TEST(LowDegrees, keeps_what_is_of_low_degree_and_projects) {
  const std::vector<Real3> xi = nodes();
  const int degree = degree_that_nodes_determine(n);
  ASSERT_EQ(degree, 11); // 12^2 <= 300/2 < 13^2
  const std::vector<real> P = projection_to_low_degrees(xi, degree);
  for (int l = 0; l <= degree; ++l)
    for (const int m : {-l, 0, l}) {
      const std::vector<real> f = harmonic(xi, l, m);
      EXPECT_LT(largest_difference(applied(P, f), f), 1e-12) << "l = " << l << ", m = " << m;
    }
  std::vector<real> rough(n);
  for (int i = 0; i < n; ++i) rough[i] = i % 2 ? 1 : -1;
  const std::vector<real> once = applied(P, rough);
  EXPECT_LT(largest_difference(applied(P, once), once), 1e-12);
}

// The coordinates of a red cell at rest are of degree 5: its shape, and all affine images of it, are kept.
TEST(LowDegrees, keeps_the_shape_of_a_red_cell) {
  const std::vector<Real3> xi = nodes();
  const std::vector<real> P = projection_to_low_degrees(xi, 5);
  const ReferenceSurface cell{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  for (int d = 0; d < 3; ++d) {
    std::vector<real> x;
    for (const Real3& at : xi) x.push_back(position(cell, at)[d]);
    EXPECT_LT(largest_difference(applied(P, x), x), 4e-12); // um
  }
}

TEST(LowDegrees, says_where_sites_are_too_few) {
  EXPECT_THROW(projection_to_low_degrees(nodes(), 17), InputError); // 18^2 > 300
}

} // namespace
} // namespace ibsim

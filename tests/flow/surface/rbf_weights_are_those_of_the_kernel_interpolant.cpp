// Weights by kernel interpolation (Fuselier et al. 2013) integrate what the interpolant reproduces, and
// smooth functions to high order.
#include "surface/rbf_quadrature.hpp"
#include "surface/sites.hpp"

#include "base/error.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

constexpr real pi = std::numbers::pi;

template <class F>
real integral(const std::vector<Real3>& nodes, const std::vector<real>& w, F f) {
  real sum = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) sum += w[i] * f(nodes[i]);
  return sum;
}

} // namespace

TEST(rbf_weights, integrate_constants_and_the_kernel_itself) {
  const std::vector<Real3> nodes = bauer_spiral(300);
  for (const int power : {1, 3}) {
    const std::vector<real> w = rbf_quadrature(nodes, power);
    // a row of the system, to its round-off
    EXPECT_NEAR(integral(nodes, w, [](const Real3&) { return 1.0; }), 4 * pi, 1e-10);
    // The integral of |xi - xi_0|^p is the same for every node: sum_j w_j Phi_ij = -d. A condition number of
    // 1e5 leaves 1e-9.
    const auto at = [&](const Real3& node) {
      return integral(nodes, w, [&](const Real3& x) { return std::pow(norm(x - node), power); });
    };
    for (std::size_t i = 1; i < nodes.size(); i += 50)
      EXPECT_NEAR(at(nodes[i]), at(nodes[0]), 1e-9 * at(nodes[0]));
  }
}

TEST(rbf_weights, converge_on_smooth_functions) {
  const auto f = [](const Real3& x) { return std::exp(x.x + 0.5 * x.z); };
  // integral of exp(a . xi) over the sphere
  const real a = std::sqrt(1.25), exact = 4 * pi * std::sinh(a) / a;
  real before = 0;
  for (const int n : {200, 800}) {
    const real error = std::abs(integral(bauer_spiral(n), rbf_quadrature(bauer_spiral(n), 3), f) - exact);
    if (n > 200) {
      EXPECT_LT(error, before / 8);
    } // twice the resolution; a kernel r^3 has order 3 at least
    before = error;
  }
}

TEST(rbf_weights, refuse_what_is_too_large) {
  EXPECT_THROW(rbf_quadrature({}, 3), InputError);
  EXPECT_THROW(rbf_quadrature(std::vector<Real3>(rbf_quadrature_most_nodes + 1, Real3{0, 0, 1}), 3),
               InputError);
}

} // namespace ibsim

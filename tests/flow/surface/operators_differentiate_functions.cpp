// The operators differentiate known functions on the sphere, at the order of r^7.
//
// The kernel's spherical symbol falls like l^-9, so interpolation of a smooth function converges like h^9 on
// the closed sphere, and each derivative costs one order: 9, 8, 7 for values, gradients, Hessians.
#include "base/error.hpp"
#include "mechanics/membranes.hpp"

namespace ibsim {
namespace {

/// f(x) = sin(2 x + y) exp(z / 2), with gradient and Hessian in space.
struct Function {
  static real value(const Real3& x) { return std::sin(2 * x.x + x.y) * std::exp(x.z / 2); }
  static Real3 gradient(const Real3& x) {
    const real e = std::exp(x.z / 2), s = std::sin(2 * x.x + x.y), c = std::cos(2 * x.x + x.y);
    return {2 * c * e, c * e, s * e / 2};
  }
  static real hessian(const Real3& x, const Real3& u, const Real3& v) {
    const real e = std::exp(x.z / 2), s = std::sin(2 * x.x + x.y), c = std::cos(2 * x.x + x.y);
    const real p = 2 * u.x + u.y, q = 2 * v.x + v.y;
    return e * (-s * p * q + c * (p * v.z + q * u.z) / 2 + s * u.z * v.z / 4);
  }
};

/// Largest errors of values, gradients and Hessians of f at the sample sites.
struct Errors {
  real value = 0, gradient = 0, hessian = 0;
};
Errors errors(int n_data) {
  const auto data = bauer_spiral(n_data), sample = bauer_spiral(333);
  const RbfOperators o = make_rbf_operators(data, sample);
  std::vector<real> result(o.matrix.size() / n_data, 0);
  for (int k = 0; k < n_data; ++k)
    for (std::size_t row = 0; row < result.size(); ++row)
      result[row] += o.matrix[row + result.size() * k] * Function::value(data[k]);
  Errors worst;
  for (int s = 0; s < 333; ++s) {
    const Real3 &xi = sample[s], &e1 = o.e1[s], &e2 = o.e2[s], gradient = Function::gradient(xi);
    const real radial = dot(xi, gradient);
    const real exact[6] = {Function::value(xi),
                           dot(e1, gradient),
                           dot(e2, gradient),
                           Function::hessian(xi, e1, e1) - radial,
                           Function::hessian(xi, e1, e2),
                           Function::hessian(xi, e2, e2) - radial};
    const auto error = [&](int b) { return std::abs(result[333 * b + s] - exact[b]); };
    worst.value = std::max(worst.value, error(0));
    worst.gradient = std::max({worst.gradient, error(1), error(2)});
    worst.hessian = std::max({worst.hessian, error(3), error(4), error(5)});
  }
  return worst;
}

TEST(RbfOperators, differentiate_at_the_order_of_the_spline) {
  const Errors coarse = errors(200), middle = errors(400), fine = errors(800);
  // h falls by sqrt(2)
  const auto order = [](real before, real after) { return std::log2(before / after) * 2; };
  // One order is granted for where the nearest data site happens to lie.
  EXPECT_GT(order(coarse.value, fine.value) / 2, 8);
  EXPECT_GT(order(coarse.gradient, fine.gradient) / 2, 7);
  EXPECT_GT(order(coarse.hessian, fine.hessian) / 2, 6);
  EXPECT_GT(order(middle.hessian, fine.hessian), 5);
  // Absolute size: the function varies on a scale of 1/2; (h/scale)^7 with h = 0.125 (n = 800) is 6e-5.
  EXPECT_LT(fine.hessian, 6e-5);
}

TEST(RbfOperators, are_exact_for_polynomials_of_degree_five) {
  const auto data = quasi_uniform_nodes(red_cell, 301), sample = quasi_uniform_nodes(red_cell, 500);
  const RbfOperators o = make_rbf_operators(data, sample);
  for (int d = 0; d < 3; ++d)
    for (int s = 0; s < 500; s += 7) {
      real value = 0, d1 = 0, d2 = 0;
      for (int k = 0; k < 301; ++k) {
        const real x = position(red_cell, data[k])[d]; // of degree 5 in xi
        const std::size_t at = s + std::size_t{3000} * k;
        value += o.matrix[at] * x;
        d1 += o.matrix[at + 500] * x;
        d2 += o.matrix[at + 1000] * x;
      }
      // Round-off of sums of 301 terms of size 4 um times weights of size 1 / h = 5.
      EXPECT_NEAR(value, position(red_cell, sample[s])[d], 1e-11);
      EXPECT_NEAR(d1, derivative(red_cell, sample[s], o.e1[s])[d], 1e-11);
      EXPECT_NEAR(d2, derivative(red_cell, sample[s], o.e2[s])[d], 1e-11);
    }
}

TEST(RbfOperators, frames_are_orthonormal_and_right_handed) {
  auto sample = bauer_spiral(100);
  // poles and axes are nothing special
  sample.insert(sample.end(), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}});
  const RbfOperators o = make_rbf_operators(bauer_spiral(50), sample);
  for (std::size_t s = 0; s < sample.size(); ++s) {
    EXPECT_LT(norm(cross(o.e1[s], o.e2[s]) - sample[s]), 1e-15 * 4); // a few roundings
    EXPECT_NEAR(dot(o.e1[s], o.e2[s]), 0, 1e-15 * 4);
  }
}

TEST(RbfOperators, bad_sites_are_refused) {
  const auto good = bauer_spiral(100);
  EXPECT_THROW(make_rbf_operators(bauer_spiral(35), good), InputError);
  auto twice = good;
  twice[3] = twice[90];
  EXPECT_THROW(make_rbf_operators(twice, good), InputError);
  EXPECT_THROW(make_rbf_operators(good, twice), InputError);
  auto outside = good;
  outside[5] = 1.1 * outside[5];
  EXPECT_THROW(make_rbf_operators(outside, good), InputError);
}

} // namespace
} // namespace ibsim

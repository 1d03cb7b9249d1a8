// The periodic cubic spline behind the convergence tables: exact on constants, fourth order on smooth fields.
#include "validation/periodic_cubic_spline.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ibsim {
namespace {

real field(const Real3& x) {
  const real k = 2 * std::numbers::pi; // a box of length 1
  return std::sin(k * x.x) * std::cos(k * x.y + 1) + std::cos(k * (x.z + 0.3));
}

Real3 face(const Grid& g, int d, int i, int j, int k) {
  Real3 x{(i + 0.5) * g.h, (j + 0.5) * g.h, (k + 0.5) * g.h};
  x[d] -= 0.5 * g.h;
  return x;
}

real largest_error(int n, int d) {
  const Grid fine{{n, n, n}, 1.0 / n}, coarse{{n / 2, n / 2, n / 2}, 2.0 / n};
  std::vector<real> values(fine.cells());
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) values[fine.index(i, j, k)] = field(face(fine, d, i, j, k));
  const std::vector<real> halved = on_coarser_faces(fine, d, values.data());
  real worst = 0;
  for (int k = 0; k < n / 2; ++k)
    for (int j = 0; j < n / 2; ++j)
      for (int i = 0; i < n / 2; ++i)
        worst = std::max(worst, std::abs(halved[coarse.index(i, j, k)] - field(face(coarse, d, i, j, k))));
  return worst;
}

} // namespace

TEST(PeriodicCubicSpline, is_fourth_order) {
  for (int d = 0; d < 3; ++d) {
    const real order = std::log2(largest_error(16, d) / largest_error(32, d));
    // next term is O(h^6): order 4 + O(h^2), (2 pi/16)^2 = 0.15
    EXPECT_NEAR(order, 4, 0.2) << "component " << d;
  }
}

TEST(PeriodicCubicSpline, keeps_constants) {
  const Grid fine{{8, 4, 6}, 1};
  const std::vector<real> ones(fine.cells(), 1.0);
  for (int d = 0; d < 3; ++d)
    for (real value : on_coarser_faces(fine, d, ones.data())) EXPECT_NEAR(value, 1, 1e-14); // a few roundings
}

} // namespace ibsim

// d = 2 is a grid of one layer of cells, a slab of depth h: with F/h the force per unit depth,
//   f_i = sum_j (F_j/h) phi phi / h^2,   U_j = sum_i u_i phi phi,
// written out here over the plane, for all kernels and algorithms; and what follows: adjointness, total
// force, no z in sight.
#include "coupling/points_and_fields.hpp"

namespace ibsim::coupling_test {

template <class B>
class TwoDimensions : public BackendTest<B> {};
TYPED_TEST_SUITE(TwoDimensions, Backends, BackendNames);

/// visit(point, component, index, phi phi), without a word about z.
template <class Visit>
void for_each_plane_weight(DeltaKernel kernel, const Grid& grid, const Vectors& X, Visit visit) {
  for (std::size_t p = 0; p < X.size(); ++p)
    for (int d = 0; d < 3; ++d) {
      const std::vector<real> along_x = weights_along(kernel, X[p].x, grid.h, d == 0 ? 0 : 0.5, grid.n.x);
      const std::vector<real> along_y = weights_along(kernel, X[p].y, grid.h, d == 1 ? 0 : 0.5, grid.n.y);
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i) visit(p, d, i + grid.n.x * j, along_x[i] * along_y[j]);
    }
}

Field some_field(const Grid& grid) {
  Field u = no_field(grid);
  for (int d = 0; d < 3; ++d)
    for (Index m = 0; m < grid.cells(); ++m) u[d][m] = std::sin(1.3 * m + d);
  return u;
}

TYPED_TEST(TwoDimensions, spread_and_interpolate_are_the_sums_over_the_plane) {
  // the last two are smaller than two supports, or one
  for (const Int3 n : {Int3{24, 17, 1}, {5, 4, 1}, {1, 9, 1}}) {
    const Grid grid{n, 0.5};
    EXPECT_EQ(grid.dimensions(), 2);
    const Vectors X = random_vectors(200, {-4, -4, -4}, {16, 12, 9}), F = random_forces(X.size());
    const Field u = some_field(grid);
    constexpr real farthest = 32; // 16 um in cells of 0.5 um
    for (const DeltaKernel kernel : all_kernels) {
      Field f_expected = no_field(grid);
      Vectors U_expected(X.size());
      for_each_plane_weight(kernel, grid, X, [&](std::size_t p, int d, Index m, real w) {
        f_expected[d][m] += F[p][d] / grid.h * w / (grid.h * grid.h);
        U_expected[p][d] += w * u[d][m];
      });
      for (const SpreadAlgorithm algorithm : all_algorithms)
        EXPECT_LE(largest_difference(spread(this->stream(), algorithm, kernel, grid, X, F), f_expected),
                  spread_round_off(grid, X.size(), farthest))
            << to_string(kernel) << ", " << to_string(algorithm);
      const Vectors U = interpolate(this->stream(), kernel, grid, X, u);
      // at most 64 terms of |u| <= 1, each weight as in spread_round_off
      for (std::size_t p = 0; p < X.size(); ++p)
        EXPECT_LE(norm(U[p] - U_expected[p]), 64 * round_off * (20 + 3 * farthest))
            << to_string(kernel) << ", point " << p;
    }
  }
}

TYPED_TEST(TwoDimensions, spread_is_adjoint_of_interpolate_and_keeps_the_force) {
  const Grid grid{{20, 32, 1}, 0.25};
  constexpr std::size_t n = 300;
  const Vectors X = random_points(grid, n), F = random_forces(n);
  const Field u = some_field(grid);
  Real3 total_force;
  for (const Real3& force : F) total_force += force;
  for (const DeltaKernel kernel : all_kernels) {
    const Vectors U = interpolate(this->stream(), kernel, grid, X, u);
    real power_of_points = 0;
    for (std::size_t p = 0; p < n; ++p) power_of_points += dot(F[p], U[p]);
    for (const SpreadAlgorithm algorithm : all_algorithms) {
      const Field f = spread(this->stream(), algorithm, kernel, grid, X, F);
      real power_of_fluid = 0;
      Real3 total;
      for (int d = 0; d < 3; ++d)
        for (Index m = 0; m < grid.cells(); ++m) {
          total[d] += grid.cell_volume() * f[d][m];
          power_of_fluid += grid.cell_volume() * f[d][m] * u[d][m];
        }
      // As in three dimensions (spread_is_adjoint_of_interpolate): 3 n weights, each up to 40 round-offs, and
      // a sum of all cells.
      const real tolerance = 3 * n * round_off * (100 + 3 * grid.cells());
      EXPECT_NEAR(power_of_fluid, power_of_points, tolerance)
          << to_string(kernel) << ", " << to_string(algorithm);
      EXPECT_LE(norm(total - total_force), tolerance) << to_string(kernel) << ", " << to_string(algorithm);
    }
  }
}

TYPED_TEST(TwoDimensions, z_changes_nothing) {
  const Grid grid{{16, 12, 1}, 0.5};
  Vectors X = random_points(grid, 150), flat = X;
  for (Real3& x : flat) x.z = 0;
  const Vectors F = random_forces(X.size());
  const Field u = some_field(grid);
  for (const DeltaKernel kernel : all_kernels) {
    const Vectors U = interpolate(this->stream(), kernel, grid, X, u),
                  U_flat = interpolate(this->stream(), kernel, grid, flat, u);
    // the weights in z sum to 1 for every z, within 3 * 32 round-offs if all of them are added up
    for (std::size_t p = 0; p < X.size(); ++p)
      EXPECT_LE(norm(U[p] - U_flat[p]), 100 * round_off) << to_string(kernel);
    for (const SpreadAlgorithm algorithm : all_algorithms)
      EXPECT_LE(largest_difference(spread(this->stream(), algorithm, kernel, grid, X, F),
                                   spread(this->stream(), algorithm, kernel, grid, flat, F)),
                spread_round_off(grid, X.size(), 16))
          << to_string(kernel) << ", " << to_string(algorithm);
  }
}

TYPED_TEST(TwoDimensions, a_position_that_is_not_a_number_shows) {
  const Grid grid{{8, 8, 1}, 0.5};
  for (int bad = 0; bad < 3; ++bad) {
    Vectors X{{1, 2, 0.1}};
    X[0][bad] = std::nan("");
    EXPECT_TRUE(std::isnan(interpolate(this->stream(), DeltaKernel::cosine, grid, X, some_field(grid))[0].x))
        << bad;
    for (const SpreadAlgorithm algorithm : all_algorithms) {
      const Field f = spread(this->stream(), algorithm, DeltaKernel::cosine, grid, X, {{1, 1, 1}});
      real sum = 0;
      for (const real value : f[0]) sum += value;
      EXPECT_TRUE(std::isnan(sum)) << to_string(algorithm) << ", coordinate " << bad;
    }
  }
}

} // namespace ibsim::coupling_test

// h^3 sum_i f_i . u_i = sum_j F_j . U_j for f = S F, U = S^T u h^3 (paper, equations 8 and 9), and what
// follows from the kernels' conditions: the total force is kept, and a linear field is interpolated exactly.
#include "coupling/points_and_fields.hpp"

namespace ibsim {
using namespace coupling_test;

template <class B>
class Adjoint : public BackendTest<B> {};
TYPED_TEST_SUITE(Adjoint, Backends, BackendNames);

TYPED_TEST(Adjoint, spread_is_adjoint_of_interpolate) {
  const Grid grid{{16, 12, 20}, 0.25};
  constexpr std::size_t n = 500;
  const Vectors X = random_vectors(n, -1.0 * grid.lengths(), 2.0 * grid.lengths()), F = random_forces(n);
  Field u = no_field(grid);
  for (int d = 0; d < 3; ++d)
    for (Index m = 0; m < grid.cells(); ++m) u[d][m] = std::cos(0.9 * m + 2 * d);
  for (const DeltaKernel kernel : all_kernels) {
    const Vectors U = interpolate(this->stream(), kernel, grid, X, u);
    real power_of_points = 0;
    for (std::size_t p = 0; p < n; ++p) power_of_points += dot(F[p], U[p]);
    for (const SpreadAlgorithm algorithm : algorithms_for<TypeParam>(kernel)) {
      const Field f = spread(this->stream(), algorithm, kernel, grid, X, F);
      real power_of_fluid = 0;
      for (int d = 0; d < 3; ++d)
        for (Index m = 0; m < grid.cells(); ++m) power_of_fluid += grid.cell_volume() * f[d][m] * u[d][m];
      // Both are sums of the same terms w F u, of which 3 n times sum w = 1 bound the magnitudes. The weights
      // are the same up to 40 round-offs (20 in each), and adding 3 * 3840 cells in a row costs at most that
      // many round-offs of the partial sums.
      EXPECT_NEAR(power_of_fluid, power_of_points, 3 * n * round_off * (40 + 3 * grid.cells()))
          << to_string(kernel) << ", " << to_string(algorithm);
    }
  }
}

TYPED_TEST(Adjoint, total_force_is_kept) {
  const Grid grid{{10, 16, 7}, 0.5};
  constexpr std::size_t n = 400;
  const Vectors X = random_points(grid, n), F = random_forces(n);
  Real3 expected;
  for (const Real3& force : F) expected += force;
  for (const DeltaKernel kernel : all_kernels)
    for (const SpreadAlgorithm algorithm : algorithms_for<TypeParam>(kernel)) {
      const Field f = spread(this->stream(), algorithm, kernel, grid, X, F);
      for (int d = 0; d < 3; ++d) {
        real total = 0;
        for (real value : f[d]) total += grid.cell_volume() * value;
        // |f| h^3 adds up to at most n; the weights of a point sum to 1 within 3 * 32 round-offs; then a sum
        // of 1120 cells.
        EXPECT_NEAR(total, expected[d], n * round_off * (100 + grid.cells()))
            << to_string(kernel) << ", " << to_string(algorithm);
      }
    }
}

TYPED_TEST(Adjoint, linear_fields_are_interpolated_exactly) {
  const Grid grid{{16, 16, 16}, 0.25};
  const Real3 slope[3] = {{0.3, -1, 0.7}, {0.2, 0.5, -0.4}, {-0.6, 0.1, 0.9}};
  Field u = no_field(grid);
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < 16; ++k)
      for (int j = 0; j < 16; ++j)
        for (int i = 0; i < 16; ++i) {
          const Real3 x =
              grid.h * Real3{i + (d == 0 ? 0 : 0.5), j + (d == 1 ? 0 : 0.5), k + (d == 2 ? 0 : 0.5)};
          u[d][grid.index(i, j, k)] = 1 + dot(slope[d], x);
        }
  // the field jumps at the boundary
  const Vectors X = random_vectors(300, {0.75, 0.75, 0.75}, {3.25, 3.25, 3.25});
  for (const DeltaKernel kernel : all_kernels) {
    if (kernel == DeltaKernel::cosine) continue; // its first moment does not vanish
    const Vectors U = interpolate(this->stream(), kernel, grid, X, u);
    for (std::size_t p = 0; p < X.size(); ++p)
      // 64 terms with weights that sum to 1, |u| <= 9, each within 20 + 3 * 16 round-offs (spread_round_off)
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(U[p][d], 1 + dot(slope[d], X[p]), 9 * 68 * round_off) << to_string(kernel);
  }
}

TYPED_TEST(Adjoint, interpolation_of_many_points_follows_equation_6) {
  // Above 2^15 points the GPU divides the work differently.
  const Grid grid{{8, 8, 8}, 0.5};
  Field u = no_field(grid);
  for (int d = 0; d < 3; ++d)
    for (Index m = 0; m < grid.cells(); ++m) u[d][m] = std::cos(0.9 * m + 2 * d);
  const Vectors X = random_points(grid, 40000),
                U = interpolate(this->stream(), DeltaKernel::cosine, grid, X, u);
  const Vectors expected = interpolate_written_out(DeltaKernel::cosine, grid, X, u);
  // 64 terms of |u| <= 1, weights as in spread_round_off, points within 8 cells
  for (std::size_t p = 0; p < X.size(); ++p)
    ASSERT_LE(norm(U[p] - expected[p]), 64 * round_off * (20 + 3 * 8));
}

} // namespace ibsim

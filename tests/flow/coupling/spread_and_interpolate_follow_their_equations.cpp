// Spreading and interpolation by all algorithms and kernels against equations (6) and (7) written out, for
// any places of points and however small the box.
#include "coupling/points_and_fields.hpp"

namespace ibsim {
using namespace coupling_test;

template <class B>
class Coupling : public BackendTest<B> {
 protected:
  void expect_equations(const char* what, const Grid& grid, const Vectors& X,
                        const std::vector<DeltaKernel>& kernels = all_kernels) {
    const Stream<B>& stream = this->stream();
    const Vectors F = random_forces(X.size());
    Field u = no_field(grid);
    for (int d = 0; d < 3; ++d)
      for (Index m = 0; m < grid.cells(); ++m) u[d][m] = std::sin(1.7 * m + d);
    real farthest = 0;
    for (const Real3& x : X)
      for (int d = 0; d < 3; ++d) farthest = std::max(farthest, std::fabs(x[d]) / grid.h);
    const real tolerance = spread_round_off(grid, X.size(), farthest);
    for (const DeltaKernel kernel : kernels) {
      const Field expected = spread_written_out(kernel, grid, X, F);
      for (const SpreadAlgorithm algorithm : algorithms_for<B>(kernel))
        EXPECT_LE(largest_difference(spread(stream, algorithm, kernel, grid, X, F), expected), tolerance)
            << what << ", " << to_string(kernel) << ", " << to_string(algorithm);
      const Vectors U = interpolate(stream, kernel, grid, X, u),
                    U_expected = interpolate_written_out(kernel, grid, X, u);
      for (std::size_t p = 0; p < X.size(); ++p) // 64 terms of |u| <= 1, each weight as in spread_round_off
        EXPECT_LE(norm(U[p] - U_expected[p]), 64 * round_off * (20 + 3 * farthest))
            << what << ", " << to_string(kernel) << ", point " << p;
    }
  }
};
TYPED_TEST_SUITE(Coupling, Backends, BackendNames);

TYPED_TEST(Coupling, random_points_in_a_box_of_three_sizes) {
  const Grid grid{{12, 20, 9}, 0.5};
  this->expect_equations("random", grid, random_points(grid, 300));
}

TYPED_TEST(Coupling, more_points_than_a_block_and_more_tiles_than_one) {
  const Grid grid{{24, 17, 32}, 0.25};
  this->expect_equations("many", grid, random_points(grid, 3000), {DeltaKernel::cosine, DeltaKernel::roma3});
}

TYPED_TEST(Coupling, no_point_and_one_point) {
  const Grid grid{{10, 8, 16}, 1};
  this->expect_equations("none", grid, {});
  this->expect_equations("one", grid, {{3.3, 7.9, 0.2}});
}

TYPED_TEST(Coupling, all_points_in_one_cell) {
  const Grid grid{{16, 16, 16}, 0.25};
  this->expect_equations("one cell", grid, random_vectors(1000, {1.0, 1.5, 2.0}, {1.125, 1.625, 2.125}),
                         {DeltaKernel::cosine, DeltaKernel::roma3});
}

TYPED_TEST(Coupling, points_exactly_on_grid_points_faces_and_edges) {
  const Grid grid{{8, 9, 10}, 0.5};
  Vectors X;
  for (int i = 0; i <= 16; ++i)
    for (int j : {0, 1, 9, 17, 18})
      // multiples of h/2, both ends of the box too
      for (int k : {0, 7, 10, 20}) X.push_back({0.25 * i, 0.25 * j, 0.25 * k});
  this->expect_equations("on the grid", grid, X);
}

TYPED_TEST(Coupling, points_across_the_periodic_boundary) {
  const Grid grid{{8, 12, 16}, 0.25};
  const Real3 L = grid.lengths();
  this->expect_equations("across", grid, random_vectors(200, -3.0 * L, 4.0 * L));
  const real tiny = 1e-17; // -tiny/h rounds to n when it is wrapped
  this->expect_equations("just outside", grid,
                         {{-tiny, -tiny, -tiny}, {L.x, L.y, L.z}, {std::nextafter(L.x, 0), 0, -0.0}});
}

TYPED_TEST(Coupling, boxes_smaller_than_the_support) { // of 4, 3 and 2 cells
  for (const Int3 n : {Int3{1, 1, 1}, {2, 1, 3}, {3, 5, 2}, {4, 4, 4}, {5, 6, 7}, {9, 1, 13}}) {
    const Grid grid{n, 0.5};
    this->expect_equations("small", grid, random_vectors(40, -1.0 * grid.lengths(), 2.0 * grid.lengths()),
                           {DeltaKernel::cosine, DeltaKernel::roma3, DeltaKernel::hat});
  }
}

TYPED_TEST(Coupling, a_period_more_or_less_changes_nothing) {
  // powers of two: X/h is exact, and so is adding L to a multiple of 2^-20
  const Grid grid{{16, 8, 12}, 0.25};
  Vectors X = random_points(grid, 100), moved;
  for (Real3& x : X)
    for (int d = 0; d < 3; ++d) x[d] = std::floor(x[d] * 1048576) / 1048576;
  const Real3 L = grid.lengths();
  for (const Real3& x : X) moved.push_back({x.x + L.x, x.y - 2 * L.y, x.z + 5 * L.z});
  const Vectors F = random_forces(X.size());
  for (const SpreadAlgorithm algorithm : all_algorithms) {
    // t/n may round differently, which moves a point by at most n round-offs: spread_round_off with the
    // farthest cell at 5 L.
    const real tolerance = spread_round_off(grid, X.size(), 6 * 16);
    EXPECT_LE(largest_difference(spread(this->stream(), algorithm, DeltaKernel::cosine, grid, X, F),
                                 spread(this->stream(), algorithm, DeltaKernel::cosine, grid, moved, F)),
              tolerance);
  }
}

TYPED_TEST(Coupling, every_sweep_width_gives_the_same_forces) {
  const Grid grid{{8, 8, 8}, 0.5};
  const Vectors X = random_points(grid, 100), F = random_forces(100);
  const Field expected = spread_written_out(DeltaKernel::cosine, grid, X, F);
  for (const int width : {1, 3, 10, 64, 1000})
    for (const auto algorithm : {SpreadAlgorithm::preallocated_buffer, SpreadAlgorithm::on_the_fly_buffer})
      EXPECT_LE(largest_difference(spread(this->stream(), algorithm, DeltaKernel::cosine, grid, X, F, width),
                                   expected),
                spread_round_off(grid, 100, 8))
          << width;
  EXPECT_THROW(spread(this->stream(), SpreadAlgorithm::on_the_fly_buffer, DeltaKernel::cosine, grid, X, F, 0),
               InputError);
}

TYPED_TEST(Coupling, few_work_items_do_the_same) {
  const Grid grid{{12, 9, 16}, 0.5};
  if constexpr (std::is_same_v<TypeParam, Cuda>) this->stream().max_work_items = 100; // the paper's p
  set_cpu_threads(1);
  this->expect_equations("few work items", grid, random_points(grid, 500), {DeltaKernel::cosine});
  set_cpu_threads(0);
}

TYPED_TEST(Coupling, more_points_than_promised_are_refused) {
  const Grid grid{{8, 8, 8}, 0.5};
  for (const SpreadAlgorithm algorithm : all_algorithms) {
    auto spreader = make_spreader(this->stream(), algorithm, DeltaKernel::cosine, grid, 10);
    EXPECT_THROW(spreader->spread(this->stream(), {nullptr, nullptr, nullptr, 11},
                                  {nullptr, nullptr, nullptr, 11}, {}),
                 std::invalid_argument);
  }
}

TYPED_TEST(Coupling, a_position_that_is_not_a_number_shows_in_the_field) {
  const Grid grid{{8, 8, 8}, 0.5};
  for (const SpreadAlgorithm algorithm : all_algorithms) {
    const Field f = spread(this->stream(), algorithm, DeltaKernel::cosine, grid,
                           {{1, std::nan(""), 1}, {INFINITY, 1, 1}}, {{1, 1, 1}, {1, 1, 1}});
    for (int d = 0; d < 3; ++d) {
      real sum = 0;
      for (real value : f[d]) sum += value;
      // nothing is written outside, and a divergence is not hidden
      EXPECT_TRUE(std::isnan(sum)) << to_string(algorithm);
    }
  }
}

} // namespace ibsim

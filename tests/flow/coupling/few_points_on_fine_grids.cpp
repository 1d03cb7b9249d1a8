// Spreading by tiles takes other ways for few points, for many tiles with few points each, and for crowds
// among them (tile_plan.hpp). Each gives what one work item adds up, and the same bits whenever it is
// repeated.
#include "coupling/points_and_fields.hpp"

#include <algorithm>

namespace ibsim {
using namespace coupling_test;

template <class B>
class FewPoints : public BackendTest<B> {};
TYPED_TEST_SUITE(FewPoints, Backends, BackendNames);

template <class B>
void expect_serial(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Vectors& X) {
  const Vectors F = random_forces(X.size());
  const Field serial = spread(Stream<Cpu>(), SpreadAlgorithm::serial, kernel, grid, X, F);
  const Field tiles = spread(stream, SpreadAlgorithm::tiles, kernel, grid, X, F);
  EXPECT_LE(largest_difference(serial, tiles),
            spread_round_off(grid, X.size(), std::max({grid.n.x, grid.n.y, grid.n.z})));
  EXPECT_EQ(tiles, spread(stream, SpreadAlgorithm::tiles, kernel, grid, X, F));
}

TYPED_TEST(FewPoints, scattered_over_a_grid_of_more_tiles) {
  const Grid grid{{96, 96, 96}, 0.25}; // 1728 tiles
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::roma3, DeltaKernel::hat})
    for (const std::size_t n : {1, 2, 10, 120, 1024})
      expect_serial(this->stream(), kernel, grid, random_points(grid, n));
}

TYPED_TEST(FewPoints, all_in_one_cell_at_a_corner_of_the_box) {
  const Grid grid{{96, 96, 96}, 0.25}; // 1728 tiles
  for (const std::size_t n : {33, 120, 700})
    expect_serial(this->stream(), DeltaKernel::cosine, grid, random_vectors(n, {0, 0, 0}, {0.2, 0.2, 0.2}));
}

TYPED_TEST(FewPoints, in_small_boxes) {
  for (const Int3 n : {Int3{1, 1, 1}, {2, 5, 3}, {4, 4, 4}, {8, 9, 17}}) {
    const Grid grid{n, 0.5};
    expect_serial(this->stream(), DeltaKernel::cosine, grid,
                  random_vectors(300, -1.0 * grid.lengths(), 2.0 * grid.lengths()));
  }
}

TYPED_TEST(FewPoints, for_each_of_many_tiles) {
  const Grid grid{{96, 100, 95}, 0.25}; // 1872 tiles
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::roma3, DeltaKernel::hat})
    expect_serial(this->stream(), kernel, grid, random_points(grid, 4000));
}

TYPED_TEST(FewPoints, for_each_of_many_tiles_but_in_one_crowd) {
  const Grid grid{{96, 100, 95}, 0.25};
  Vectors X = random_points(grid, 4000);
  for (std::size_t p = 0; p < 1500; ++p) X[2 * p] = {0.01 * (p % 19), 24.9, 0.1};
  expect_serial(this->stream(), DeltaKernel::cosine, grid, X);
}

TYPED_TEST(FewPoints, and_crowds_where_tiles_outnumber_the_points) {
  const Grid grid{{160, 160, 160}, 0.25}; // 8000 tiles, more than four for each point
  Vectors X = random_points(grid, 1500);
  expect_serial(this->stream(), DeltaKernel::cosine, grid, X);
  for (std::size_t p = 0; p < 1200; ++p) X[p] = {0.001 * (p % 23), 20, 39.99}; // more than one block gathers
  expect_serial(this->stream(), DeltaKernel::cosine, grid, X);
}

TYPED_TEST(FewPoints, in_a_box_that_is_thin_in_two_directions) {
  // 2050 tiles, one in y, two in z, whose neighbours in these directions are themselves or twice the same
  const Grid grid{{8200, 8, 12}, 0.25};
  for (const std::size_t n : {8, 1500, 4000})
    expect_serial(this->stream(), DeltaKernel::cosine, grid, random_points(grid, n));
}

} // namespace ibsim

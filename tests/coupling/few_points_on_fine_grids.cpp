// Where tiles outnumber the points, spreading by tiles keeps nothing by tile; what it gives is what one work
// item adds up.
#include "coupling/points_and_fields.hpp"

#include <algorithm>

namespace ibsim::coupling_test {

template <class B>
class FewPoints : public BackendTest<B> {};
TYPED_TEST_SUITE(FewPoints, Backends, BackendNames);

template <class B>
void expect_serial(const Stream<B>& stream, DeltaKernel kernel, const Grid& grid, const Vectors& X) {
  const Vectors F = random_forces(X.size());
  const Field serial = spread(stream, SpreadAlgorithm::serial, kernel, grid, X, F);
  const Field tiles = spread(stream, SpreadAlgorithm::tiles, kernel, grid, X, F);
  EXPECT_LE(largest_difference(serial, tiles),
            spread_round_off(grid, X.size(), std::max(grid.n.x, grid.n.y)));
}

TYPED_TEST(FewPoints, scattered_over_a_grid_of_more_tiles) {
  const Grid grid{{192, 96, 96}, 0.25}; // 3456 tiles, 27 for each of up to 127 points
  for (const DeltaKernel kernel : {DeltaKernel::cosine, DeltaKernel::roma3})
    for (const std::size_t n : {1, 2, 10, 120})
      expect_serial(this->stream(), kernel, grid, random_points(grid, n));
}

TYPED_TEST(FewPoints, all_in_one_cell_at_a_corner_of_the_box) {
  const Grid grid{{192, 96, 96}, 0.25};
  Vectors X = random_vectors(120, {0, 0, 0}, {0.2, 0.2, 0.2}); // more than one thread block takes
  expect_serial(this->stream(), DeltaKernel::cosine, grid, X);
}

TYPED_TEST(FewPoints, in_a_box_that_is_thin_in_two_directions) {
  const Grid grid{{1024, 8, 12}, 0.25}; // 256 tiles; their neighbours in y are themselves
  expect_serial(this->stream(), DeltaKernel::cosine, grid, random_points(grid, 8));
}

} // namespace ibsim::coupling_test

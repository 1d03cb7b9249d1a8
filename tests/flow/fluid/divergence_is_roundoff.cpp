#include "backends.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {
namespace {

template <class B>
class Divergence : public BackendTest<B> {};
TYPED_TEST_SUITE(Divergence, Backends, BackendNames);

const Int3 sizes[] = {{16, 16, 16}, {9, 10, 12}, {7, 5, 3}, {1, 8, 6}, {2, 2, 2}, {5, 1, 1}, {1, 1, 1}};

/// Six faces over h, each with the error of an inverse transform: O(eps log2 N) of the largest velocity.
real roundoff(const Grid& grid, real speed) {
  return 6 * eps * (2 + std::log2(grid.cells())) * speed / grid.h;
}

TYPED_TEST(Divergence, is_roundoff_after_every_step_whatever_it_was_before) {
  auto& stream = this->stream();
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::size_t values = 3 * static_cast<std::size_t>(grid.cells());
    FaceField<TypeParam> u = on_device(stream, grid, random_values(values, 1));
    FaceField<TypeParam> f = on_device(stream, grid, random_values(values, 2));
    NavierStokes<TypeParam> fluid(stream, grid, {1.0, 1.0});
    for (int step = 0; step < 5; ++step) {
      fluid.step(stream, 0.05, u.view(), f.view());
      const std::vector<real> now = u.values().to_host(stream);
      ASSERT_LE(largest_divergence(grid, now), roundoff(grid, largest(now)))
          << n.x << "x" << n.y << "x" << n.z << " step " << step;
    }
  }
}

TYPED_TEST(Divergence, is_removed_by_project_and_nothing_else_is) {
  auto& stream = this->stream();
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::size_t cells = grid.cells();
    const std::vector<real> before = random_values(3 * cells, 3);
    FaceField<TypeParam> u = on_device(stream, grid, before);
    project(stream, grid, u.view());
    const std::vector<real> once = u.values().to_host(stream);
    EXPECT_LE(largest_divergence(grid, once), roundoff(grid, largest(once)));
    // what was taken away is a gradient: orthogonal to the solenoidal rest; 3 N products of size 1, each with
    // a transform's error
    real overlap = 0;
    for (std::size_t i = 0; i < once.size(); ++i) overlap += once[i] * (before[i] - once[i]);
    EXPECT_NEAR(overlap, 0, 3 * cells * eps * 4 * (2 + std::log2(cells)));
    project(stream, grid, u.view());
    // P P = P
    EXPECT_LE(largest_difference(u.values().to_host(stream), once), 4 * eps * (2 + std::log2(cells)));
  }
}

} // namespace
} // namespace ibsim

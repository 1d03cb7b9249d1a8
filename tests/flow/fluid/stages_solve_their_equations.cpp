// Equations of stokes_stage.hpp for every kind of stage, put back into the difference operators on the grid.
#include "backends.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "fluid/stokes_stage.hpp"

namespace ibsim {
namespace {

template <class B>
class Stage : public BackendTest<B> {};
TYPED_TEST_SUITE(Stage, Backends, BackendNames);

const Int3 sizes[] = {{12, 10, 9}, {16, 1, 8}, {3, 2, 1}, {9, 4, 20}, {4, 6, 640}};
constexpr real a = 0.3;

template <class B>
struct Solved {
  std::vector<real> values;

  /// The values of a face field after `solve`, which is given the stage with r in it.
  template <class F>
  Solved(const Stream<B>& stream, const Grid& grid, const std::vector<real>& r, F solve) {
    const auto stage = make_stokes_stage(stream, grid);
    copy_to_device(stream, stage->right_hand_side().x, r.data(), sizeof(real) * r.size());
    FaceField<B> u(stream, grid);
    solve(*stage, u.view());
    values = u.values().to_host(stream);
  }
};

TYPED_TEST(Stage, helmholtz_solve_fulfils_its_equation) {
  auto& stream = this->stream();
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const auto cells = static_cast<std::size_t>(grid.cells());
    const std::vector<real> r = random_values(3 * cells, 1);
    const Solved<TypeParam> u(stream, grid, r,
                              [&](auto& stage, FaceView<real> out) { stage.helmholtz(stream, a, out); });
    const FaceView<const real> view = view_of(grid, u.values);
    // |u| <= |r|, and its error of some eps log2 N is multiplied by 1 + 12 a/h^2 at most
    const real tolerance = 4 * eps * (5 + std::log2(cells)) * (1 + 12 * a / (grid.h * grid.h));
    for (int d = 0; d < 3; ++d)
      for (Index c = 0; c < grid.cells(); ++c)
        ASSERT_NEAR(view[d][c] - a * laplacian(view[d], neighbours(grid, c), 1 / (grid.h * grid.h)),
                    r[c + d * cells], tolerance);
  }
}

TYPED_TEST(Stage, is_the_helmholtz_solve_and_then_the_projection) {
  auto& stream = this->stream();
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const std::vector<real> r = random_values(3 * static_cast<std::size_t>(grid.cells()), 2);
    const Solved<TypeParam> at_once(stream, grid, r,
                                    [&](auto& stage, FaceView<real> u) { stage.solve(stream, a, u); });
    const Solved<TypeParam> in_two(stream, grid, r, [&](auto& stage, FaceView<real> u) {
      stage.helmholtz(stream, a, u);
      stage.project(stream, u);
    });
    const real transforms = 6 * 4 * eps * (5 + std::log2(grid.cells())); // there and back once, and twice
    EXPECT_LE(largest_difference(at_once.values, in_two.values), transforms);
    EXPECT_LE(largest_divergence(grid, at_once.values), transforms * 6 / grid.h);
  }
}

TYPED_TEST(Stage, pressure_fulfils_its_equation) {
  auto& stream = this->stream();
  for (const Int3 n : sizes) {
    const Grid grid{n, 0.5};
    const auto cells = static_cast<std::size_t>(grid.cells());
    const std::vector<real> r = random_values(3 * cells, 3);
    const Solved<TypeParam> solved(stream, grid, r,
                                   [&](auto& stage, FaceView<real> out) { stage.pressure(stream, out.x); });
    const std::vector<real> p(solved.values.begin(), solved.values.begin() + cells);
    EXPECT_NEAR(mean(p.data(), cells), 0, 4 * eps * largest(p) * (5 + std::log2(cells)));
    // L multiplies the error of p, which is below |p| eps log2 N, by 12/h^2 at most; D r is of size 6/h
    const real tolerance =
        4 * eps * (5 + std::log2(cells)) * (12 * largest(p) / (grid.h * grid.h) + 6 / grid.h);
    for (Index c = 0; c < grid.cells(); ++c) {
      const Neighbours at = neighbours(grid, c);
      ASSERT_NEAR(laplacian(p.data(), at, 1 / (grid.h * grid.h)),
                  divergence_at_cell(view_of(grid, r), at, 1 / grid.h), tolerance);
    }
  }
}

TYPED_TEST(Stage, says_which_walls_it_cannot_do) {
  Grid channel{{8, 8, 8}, 0.5};
  channel.topology.x.ends = Ends::walls;
  try {
    make_stokes_stage(this->stream(), channel);
    FAIL() << "walls were accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("walls in x"), std::string::npos) << e.what();
  }
}

} // namespace
} // namespace ibsim

// Between walls a stage is the unsplit Stokes problem, to round-off:
//   D u = 0,   r - (I - a L) u = G q for some q,   u = g on the walls (by the parabola that L is made of).
#include "backends.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"
#include "fluid/stokes_stage.hpp"

namespace ibsim {
namespace {

template <class B>
class WallStages : public BackendTest<B> {};
TYPED_TEST_SUITE(WallStages, Backends, BackendNames);

Grid channel_of(Int3 n, real h) {
  Grid grid{n, h};
  grid.topology.y.ends = Ends::walls;
  return grid;
}

WallFlow sliding() {
  WallFlow walls;
  walls.lower_x.mean = 0.3, walls.lower_z.mean = -0.8, walls.upper_x.mean = 0.1, walls.upper_z.mean = 0.9;
  return walls;
}

/// Rows beyond the walls, as wall_stage.hpp has them, and around the box in x and z.
struct Beyond {
  const Grid& grid;
  const std::vector<real>& u;
  real lower[3], upper[3];

  real at(int d, int i, int j, int k) const {
    const int n = grid.n.y;
    const auto row = [&](int l) {
      const int a = (i + grid.n.x) % grid.n.x, c = (k + grid.n.z) % grid.n.z;
      return u[static_cast<std::size_t>(d * grid.cells() + grid.index(a, l, c))];
    };
    if (d == 1) return j <= 0 || j >= n ? 0 : row(j);
    if (j < 0) return (8 * lower[d] - 6 * row(0) + row(1)) / 3;
    if (j >= n) return (8 * upper[d] - 6 * row(n - 1) + row(n - 2)) / 3;
    return row(j);
  }
  real laplacian(int d, int i, int j, int k) const {
    return (at(d, i + 1, j, k) + at(d, i - 1, j, k) + at(d, i, j + 1, k) + at(d, i, j - 1, k) +
            at(d, i, j, k + 1) + at(d, i, j, k - 1) - 6 * at(d, i, j, k)) /
           (grid.h * grid.h);
  }
};

template <class B>
void expect_unsplit(const Stream<B>& stream, Int3 n, real a, WallSolver solver) {
  const Grid grid = channel_of(n, 0.5);
  WallFlow walls = sliding();
  walls.solver = solver;
  const auto stage = make_stokes_stage(stream, grid, walls);
  const auto cells = static_cast<std::size_t>(grid.cells());
  const std::vector<real> r = random_values(3 * cells, 4);
  copy_to_device(stream, stage->right_hand_side().x, r.data(), sizeof(real) * r.size());
  FaceField<B> u(stream, grid);
  stage->prepare(stream, 0, 1, a);
  stage->solve(stream, a, u.view());
  const std::vector<real> solved = u.values().to_host(stream);
  const Beyond field{grid, solved, {0.3, 0, -0.8}, {0.1, 0, 0.9}};

  // |u| <= 1 + |r|; transforms and eliminations err by some eps log2 N of it, and the influence system by
  // gap^2/(12 a) less the digits of its even modes that are lost; L multiplies by 24/h^2 at most
  const real gap = grid.lengths().y, lost = 1 + 12 * a / (gap * gap);
  const real error = 16 * eps * (5 + std::log2(cells)) * lost;
  std::vector<real> rest(3 * cells, 0);
  for (int d = 0; d < 3; ++d)
    for (Index c = 0; c < grid.cells(); ++c) {
      const int i = c % n.x, j = c / n.x % n.y, k = c / n.x / n.y;
      const auto at = d * cells + static_cast<std::size_t>(c);
      if (d == 1 && j == 0) {
        EXPECT_EQ(solved[at], 0);
        continue;
      }
      rest[at] = r[at] - solved[at] + a * field.laplacian(d, i, j, k);
    }
  EXPECT_LE(largest_divergence(grid, solved), 6 / grid.h * error);
  FaceField<B> gradient = on_device(stream, grid, rest);
  stage->project(stream, gradient.view());
  EXPECT_LE(largest(gradient.values().to_host(stream)), error * (1 + 24 * a / (grid.h * grid.h)))
      << n.x << " x " << n.y << " x " << n.z << ", a = " << a;
}

TYPED_TEST(WallStages, are_the_unsplit_stage) {
  for (const Int3 n : {Int3{12, 10, 9}, Int3{5, 3, 8}, Int3{8, 17, 1}, Int3{1, 6, 7}, Int3{32, 64, 6}})
    for (const real a : {0.0, 0.01, 0.3, 20.0}) {
      expect_unsplit(this->stream(), n, a, WallSolver::fastest);
      expect_unsplit(this->stream(), n, a, WallSolver::stored_pivots);
    }
}

TYPED_TEST(WallStages, refuse_what_they_cannot_do) {
  auto& stream = this->stream();
  EXPECT_THROW(make_stokes_stage(stream, channel_of({8, 2, 8}, 1)), InputError);
  Grid both = channel_of({8, 8, 8}, 1);
  both.topology.x.ends = Ends::walls;
  EXPECT_THROW(make_stokes_stage(stream, both), InputError);
  const auto stage = make_stokes_stage(stream, channel_of({8, 8, 8}, 1));
  FaceField<TypeParam> u(stream, channel_of({8, 8, 8}, 1));
  stage->prepare(stream, 0, 1, 0.5);
  EXPECT_THROW(stage->solve(stream, 0.25, u.view()), std::logic_error);
}

// L_N p = D r with r_y = 0 on the walls, in every cell.
TYPED_TEST(WallStages, pressure_fulfils_its_equation) {
  auto& stream = this->stream();
  for (const Int3 n : {Int3{12, 10, 9}, Int3{5, 3, 8}}) {
    const Grid grid = channel_of(n, 0.5);
    const auto cells = static_cast<std::size_t>(grid.cells());
    std::vector<real> r = random_values(3 * cells, 3);
    for (int k = 0; k < n.z; ++k)
      for (int i = 0; i < n.x; ++i) r[cells + static_cast<std::size_t>(grid.index(i, 0, k))] = 0;
    const auto stage = make_stokes_stage(stream, grid);
    copy_to_device(stream, stage->right_hand_side().x, r.data(), sizeof(real) * r.size());
    Array<real, TypeParam> on_stream(stream, cells);
    stage->pressure(stream, on_stream.data());
    const std::vector<real> p = on_stream.to_host(stream);
    EXPECT_NEAR(mean(p.data(), cells), 0, 4 * eps * largest(p) * (5 + std::log2(cells)));
    // as in a periodic box (stages_solve_their_equations)
    const real tolerance =
        8 * eps * (5 + std::log2(cells)) * (12 * largest(p) / (grid.h * grid.h) + 6 / grid.h);
    for (Index c = 0; c < grid.cells(); ++c) {
      const int j = c / n.x % n.y;
      const Neighbours at = neighbours(grid, c);
      real l = laplacian(p.data(), at, 1 / (grid.h * grid.h));
      // without the neighbours beyond the walls
      if (j == 0) l -= (p[c + at.previous.y] - p[c]) / (grid.h * grid.h);
      if (j == n.y - 1) l -= (p[c + at.next.y] - p[c]) / (grid.h * grid.h);
      ASSERT_NEAR(l, divergence_at_cell(view_of(grid, r), at, 1 / grid.h), tolerance);
    }
  }
}

} // namespace
} // namespace ibsim

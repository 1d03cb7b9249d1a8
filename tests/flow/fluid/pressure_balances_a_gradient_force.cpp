#include "backends.hpp"
#include "base/error.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {
namespace {

template <class B>
class Pressure : public BackendTest<B> {};
TYPED_TEST_SUITE(Pressure, Backends, BackendNames);

TYPED_TEST(Pressure, balances_a_gradient_force_and_nothing_moves) {
  auto& stream = this->stream();
  for (const Int3 n : {Int3{10, 12, 9}, Int3{16, 1, 8}, Int3{3, 2, 1}}) {
    const Grid grid{n, 0.5};
    const std::size_t cells = grid.cells();
    std::vector<real> q = random_values(cells, 21), force(3 * cells);
    const real offset = mean(q.data(), cells);
    for (real& v : q) v -= offset;
    for (Index c = 0; c < grid.cells(); ++c) {
      const Neighbours at = neighbours(grid, c);
      force[c] = gradient_at_face<0>(q.data(), at, 1 / grid.h);
      force[c + cells] = gradient_at_face<1>(q.data(), at, 1 / grid.h);
      force[c + 2 * cells] = gradient_at_face<2>(q.data(), at, 1 / grid.h);
    }
    FaceField<TypeParam> f = on_device(stream, grid, force), u(stream, grid);
    NavierStokes<TypeParam> solver(stream, grid, {1.5, 0.7});
    const real k = 0.2, transform = eps * (5 + std::log2(cells));
    for (int step = 0; step < 3; ++step) solver.step(stream, k, u.view(), f.view());
    // 3 steps with k f/rho, |f| <= 4/h
    EXPECT_LE(largest(u.values().to_host(stream)), 3 * k / 1.5 * 4 / grid.h * transform);
    Array<real, TypeParam> p(cells);
    for (int again = 0; again < 2; ++again) { // asking does not use it up
      solver.pressure(stream, u.view(), f.view(), p.data());
      // L^-1 D G q: the smoothest mode has 1/|d| = L/2 pi, so an error of |f| eps log2 N grows to that times
      // L/(2 pi) at most
      EXPECT_LE(largest_difference(p.to_host(stream), q),
                4 / grid.h * grid.h * std::max({n.x, n.y, n.z}) / (2 * pi) * 2 * transform);
    }
  }
}

TYPED_TEST(Pressure, of_a_fluid_at_rest_is_zero) {
  auto& stream = this->stream();
  const Grid grid{{4, 5, 6}, 0.5};
  NavierStokes<TypeParam> solver(stream, grid, {});
  FaceField<TypeParam> u(stream, grid), f(stream, grid);
  Array<real, TypeParam> p(grid.cells());
  solver.pressure(stream, u.view(), f.view(), p.data());
  EXPECT_EQ(largest(p.to_host(stream)), 0);
}

// Asking for a pressure between two steps changes nothing that comes after.
TYPED_TEST(Pressure, leaves_the_steps_as_they_are) {
  auto& stream = this->stream();
  const Grid grid{{8, 6, 10}, 0.5};
  const std::size_t cells = grid.cells();
  std::vector<real> ends[2];
  for (const bool ask : {false, true}) {
    NavierStokes<TypeParam> solver(stream, grid, {1.5, 0.7});
    FaceField<TypeParam> u = on_device(stream, grid, random_values(3 * cells, 5)),
                         f = on_device(stream, grid, random_values(3 * cells, 6));
    Array<real, TypeParam> p(cells);
    for (int step = 0; step < 3; ++step) {
      solver.step(stream, 0.1, u.view(), f.view());
      if (ask) solver.pressure(stream, u.view(), f.view(), p.data());
    }
    ends[ask] = u.values().to_host(stream);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TYPED_TEST(Pressure, needs_a_fluid_and_a_grid_that_make_sense) {
  auto& stream = this->stream();
  const Grid grid{{4, 4, 4}, 0.5};
  EXPECT_THROW(NavierStokes<TypeParam>(stream, grid, {0.0, 1.0}), InputError);
  EXPECT_THROW(NavierStokes<TypeParam>(stream, grid, {1.0, -1.0}), InputError);
  EXPECT_THROW(NavierStokes<TypeParam>(stream, grid, {1.0, std::nan("")}), InputError);
  EXPECT_THROW(NavierStokes<TypeParam>(stream, Grid{{4, 0, 4}, 0.5}, {}), InputError);
  EXPECT_THROW(NavierStokes<TypeParam>(stream, Grid{{4, 4, 4}, 0.0}, {}), InputError);
  EXPECT_THROW(NavierStokes<TypeParam>(stream, Grid{{1300, 1300, 1300}, 1.0}, {}), InputError);
  // the product of three may pass 64 bits too
  EXPECT_THROW(NavierStokes<TypeParam>(stream, Grid{{1 << 30, 1 << 30, 1 << 30}, 1.0}, {}), InputError);
  Grid channel = grid;
  channel.topology.x.ends = Ends::walls;
  EXPECT_THROW(NavierStokes<TypeParam>(stream, channel, {}), InputError);
}

} // namespace
} // namespace ibsim

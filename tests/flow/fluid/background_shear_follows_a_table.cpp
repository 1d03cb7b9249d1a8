// A background shear from a table: u0(t) = rate(t) (y - Ly/2) is an exact solution while the rate goes in
// straight lines.
#include "backends.hpp"
#include "fields.hpp"
#include "fluid/background_shear.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {

template <class B>
class VaryingShear : public BackendTest<B> {};
TYPED_TEST_SUITE(VaryingShear, Backends, BackendNames);

TEST(ShearHistory, goes_in_straight_lines) {
  const ShearHistory history{{1, 2, 4}, {10, 20, 0}};
  for (const auto& [time, rate] : {std::pair{0.0, 10.0}, {1.5, 15.0}, {2.0, 20.0}, {3.0, 10.0}, {9.0, 0.0}})
    EXPECT_DOUBLE_EQ(history.at(time), rate);
  EXPECT_EQ(history.largest(), 20);
}

TEST(ShearHistory, repeats_where_it_is_a_period) {
  const ShearHistory history{{1, 2, 4}, {10, 20, -40}, true};
  EXPECT_EQ(history.largest(), 40);
  for (const real time : {1.25, 1.5, 3.75}) // dyadic, so that sums of times are exact
    for (const int periods : {-2, 1, 7}) EXPECT_EQ(history.at(time + 3 * periods), history.at(time));
}

// Rounding alone: each of 64 steps solves to a few ulp of the largest velocity, 8 um/us.
TYPED_TEST(VaryingShear, is_an_exact_solution) {
  const Grid grid = {{8, 16, 8}, 0.5};
  const Stream<TypeParam>& stream = this->stream();
  const ShearHistory history{{0, 10, 20}, {1, 2, -1}};
  const real k = 0.25;
  BodyForces<TypeParam> forces;
  forces.push_back(std::make_unique<VaryingShearForce<TypeParam>>(grid, 1.2, 0.9, history));
  NavierStokes<TypeParam> fluid(stream, grid, {1.2, 0.9}, std::move(forces));
  FaceField<TypeParam> u(stream, grid), f(stream, grid);
  set_background_shear(stream, grid, history.at(0), u.view());
  for (int step = 0; step < 64; ++step) {
    f.values().zero(stream);
    fluid.prepare(stream, step * k, k);
    fluid.step(stream, k, u.view(), f.view());
  }
  const std::vector<real> values = u.values().to_host(stream);
  const auto cells = static_cast<std::size_t>(grid.cells());
  for (int j = 0; j < grid.n.y; ++j)
    EXPECT_NEAR(values[2 * cells + static_cast<std::size_t>(grid.index(3, j, 5))],
                history.at(16) * grid.h * (j + 0.5 - grid.n.y / 2.0), 1e-12);
}

} // namespace ibsim

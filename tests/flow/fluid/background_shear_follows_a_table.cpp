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

// Rounding alone: each of 64 steps solves to a few ulp of the largest velocity, 8 um/us.
TYPED_TEST(VaryingShear, is_an_exact_solution) {
  const Grid grid = {{8, 16, 8}, 0.5};
  const Stream<TypeParam>& stream = this->stream();
  const Signal rate{.times = {0, 10, 20}, .values = {1, 2, -1}};
  const real k = 0.25;
  BodyForces<TypeParam> forces;
  forces.push_back(std::make_unique<VaryingShearForce<TypeParam>>(grid, 1.2, 0.9, rate));
  NavierStokes<TypeParam> fluid(stream, grid, {1.2, 0.9}, std::move(forces));
  FaceField<TypeParam> u(stream, grid), f(stream, grid);
  set_background_shear(stream, grid, rate.at(0), u.view());
  for (int step = 0; step < 64; ++step) {
    f.values().zero(stream);
    fluid.prepare(stream, step * k, k);
    fluid.step(stream, k, u.view(), f.view());
  }
  const std::vector<real> values = u.values().to_host(stream);
  const auto cells = static_cast<std::size_t>(grid.cells());
  for (int j = 0; j < grid.n.y; ++j)
    EXPECT_NEAR(values[2 * cells + static_cast<std::size_t>(grid.index(3, j, 5))],
                rate.at(16) * grid.h * (j + 0.5 - grid.n.y / 2.0), 1e-12);
}

} // namespace ibsim

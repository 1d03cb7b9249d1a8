#include "backends.hpp"
#include "fields.hpp"
#include "fluid/navier_stokes.hpp"

namespace ibsim {
namespace {

template <class B>
class Momentum : public BackendTest<B> {};
TYPED_TEST_SUITE(Momentum, Backends, BackendNames);

TYPED_TEST(Momentum, changes_by_the_force_alone) {
  auto& stream = this->stream();
  const Grid grid{{12, 9, 10}, 0.5};
  const FluidProperties fluid{2.0, 1.0};
  const std::size_t cells = grid.cells();
  const real k = 0.05;
  const std::vector<real> start = random_values(3 * cells, 11), force = random_values(3 * cells, 12);
  FaceField<TypeParam> u = on_device(stream, grid, start);
  FaceField<TypeParam> f = on_device(stream, grid, force);
  NavierStokes<TypeParam> solver(stream, grid, fluid);
  for (int step = 1; step <= 20; ++step) {
    solver.step(stream, k, u.view(), f.view());
    const std::vector<real> now = u.values().to_host(stream);
    for (int d = 0; d < 3; ++d) {
      const real expected = mean(start.data() + d * cells, cells) +
                            step * k / fluid.density * mean(force.data() + d * cells, cells);
      // each step rounds values of size 1 (u, k N with |N| <= 6/h) and transforms them: some eps log2 N
      EXPECT_NEAR(mean(now.data() + d * cells, cells), expected, step * 2 * eps * (2 + std::log2(cells)));
    }
  }
}

} // namespace
} // namespace ibsim

#include "backends.hpp"
#include "diagnostics/fluid_diagnostics.hpp"
#include "fields.hpp"

namespace ibsim {
namespace {

template <class B>
class FluidDiagnosticsOf : public BackendTest<B> {};
TYPED_TEST_SUITE(FluidDiagnosticsOf, Backends, BackendNames);

constexpr FluidProperties fluid{2.0, 1.0};
constexpr real k = 0.1;

TYPED_TEST(FluidDiagnosticsOf, uniform_flow) {
  const Grid grid{{9, 4, 6}, 0.5};
  const FaceField<TypeParam> u = on_device(this->stream(), grid, at_faces(grid, [](Real3) {
                                             return Real3{1, -3, 2};
                                           }));
  const FluidDiagnostics now = fluid_diagnostics(this->stream(), grid, fluid, k, u.view());
  // sums of small integers, and h a power of two: exact
  const real mass = 2.0 * grid.cells() * grid.cell_volume();
  EXPECT_EQ(now.kinetic_energy, mass / 2 * 14);
  EXPECT_EQ(now.momentum, (Real3{mass, -3 * mass, 2 * mass}));
  EXPECT_EQ(now.max_speed, 3);
  EXPECT_EQ(now.max_divergence, 0);
  EXPECT_EQ(now.cfl, 3 * k / grid.h);
}

TYPED_TEST(FluidDiagnosticsOf, a_source_in_one_cell) {
  const Grid grid{{4, 4, 4}, 0.5};
  std::vector<real> values(3 * grid.cells());
  values[grid.index(0, 2, 3)] = 1; // u_x on the face between the last cell and the first, around the box
  const FaceField<TypeParam> u = on_device(this->stream(), grid, values);
  EXPECT_EQ(fluid_diagnostics(this->stream(), grid, fluid, k, u.view()).max_divergence, 1 / grid.h);
}

TYPED_TEST(FluidDiagnosticsOf, a_flow_with_a_nan_shows_it) {
  const Grid grid{{8, 8, 8}, 0.5};
  std::vector<real> values(3 * grid.cells(), 1.0);
  values[grid.cells() + 77] = std::nan("");
  const FaceField<TypeParam> u = on_device(this->stream(), grid, values);
  const FluidDiagnostics now = fluid_diagnostics(this->stream(), grid, fluid, k, u.view());
  EXPECT_TRUE(std::isnan(now.kinetic_energy));
  EXPECT_TRUE(std::isnan(now.max_speed));
  EXPECT_TRUE(std::isnan(now.max_divergence));
  EXPECT_TRUE(std::isnan(now.cfl));
  EXPECT_TRUE(std::isnan(now.momentum.y));
  EXPECT_EQ(now.momentum.x, 2.0 * grid.cells() * grid.cell_volume());
}

} // namespace
} // namespace ibsim

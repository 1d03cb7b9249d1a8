// A surface from a mesh moves as the surface of the formula does, to the accuracy of the sites.
#include "backends.hpp"
#include "diagnostics/cell_shape.hpp"
#include "flow/geometry/meshes.hpp"
#include "flow/simulation/scenarios.hpp"
#include "surface/fit_mesh.hpp"

namespace ibsim {
using namespace testing_scenarios;

template <class B>
class ShapesFromMeshesMove : public BackendTest<B> {};
TYPED_TEST_SUITE(ShapesFromMeshesMove, Backends, BackendNames);

// A red cell at rest under a shear of 1000 1/s for 60 us, a strain of 0.06, which turns and stretches it.
// Both cells have the same surface to 1e-3 um and other sites on it. Sample sites 1.7 cells apart, with which
// the test is quick, integrate moments to 1e-3. Forces of other sites are spread to other grid points, which
// changes the velocity of a point by up to a hundredth; the deformation in 60 us is 0.06.
TYPED_TEST(ShapesFromMeshesMove, as_those_of_the_formula) {
  const ReferenceSurface formula{ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  const ReferenceSurface fitted =
      fit_mesh(meshes::moved(meshes::icosphere(3), [&](const Real3& xi) { return position(formula, xi); }),
               "cell")
          .surface;
  const auto look = [&](const ReferenceSurface& surface) {
    Scenario scenario = red_cell_in_shear(32, 304, 1200, 1, 60);
    scenario.objects[0].closed().surface = surface;
    const auto kinds = make_surface_kinds(scenario, {});
    SimulationOn<TypeParam> simulation(this->stream(), scenario, kinds);
    const real before = simulation.integrals(0)[0].volume;
    run(simulation, {}, {});
    const StructureIntegrals after = simulation.integrals(0)[0];
    EXPECT_NEAR(after.volume / before, 1, 2e-3); // as much as such coarse sites keep it
    return after;
  };
  const StructureIntegrals a = look(formula), b = look(fitted);
  EXPECT_NEAR(b.volume, a.volume, 2e-3 * a.volume);
  EXPECT_NEAR(b.area, a.area, 2e-3 * a.area);
  const CellShape of_a = cell_shape(a), of_b = cell_shape(b);
  EXPECT_NEAR(of_b.taylor_deformation, of_a.taylor_deformation, 2e-3);
  EXPECT_NEAR(b.energy, a.energy, 0.03 * a.energy); // quadratic in the deformation
}

} // namespace ibsim

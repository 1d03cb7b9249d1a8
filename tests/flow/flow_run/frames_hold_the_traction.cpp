// Traction and tension in a frame of the surfaces, from the whole simulation: on an inflated sphere at rest
// the traction of Laplace's law, 2 T/R inwards, and its tension, at each point.
#include "backends.hpp"
#include "flow_run/surface_writer.hpp"
#include "simulation/scenarios.hpp"
#include "test_folder.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
class SurfaceFrames : public BackendTest<B> {};
TYPED_TEST_SUITE(SurfaceFrames, Backends, BackendNames);

TYPED_TEST(SurfaceFrames, hold_the_traction_of_laplace) {
  Scenario s = sphere(16, 600, 0.1, 1);
  s.objects[0].closed().data_sites = 200;
  s.objects[0].closed().surface.half_axes = {2.5, 2.5, 2.5};
  s.objects.push_back(s.objects[0]); // two kinds: points of the second come after those of the first
  const real l = 1.1, R = 2.5 * l;
  s.objects[0].placements[0].centre = {8, 8, 4}, s.objects[1].placements[0].centre = {8, 8, 12};
  s.objects[1].placements[0].stretch = {l, l, l};
  const auto kinds = make_surface_kinds(s, {});
  SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
  const TestFolder folder;
  s.output.folder = folder.path.string();
  SurfaceWriter writer(s, s.output, kinds, "cells");
  const real tension = 2.5e-3 * (l * l - 1) + 0.25 * l * l * (std::pow(l, 4) - 1), unit = 2 * tension / R;
  const std::size_t all = 1200;
  Array<double, TypeParam> there(numbers_a_point(s) * all);
  writer.fill(simulation, there.data());
  const std::vector<double> numbers = there.to_host(this->stream());
  const SurfaceNumbers<const double> frame(numbers.data(), all);
  for (std::size_t i = 0; i < all; ++i) {
    const Real3 xi = kinds[0].sample_nodes[i % 600];
    const Real3 traction{frame.traction[3 * i], frame.traction[3 * i + 1], frame.traction[3 * i + 2]};
    const bool inflated = i >= 600;
    // linear in xi: round-off in second derivatives
    EXPECT_LT(norm(traction + (inflated ? unit : 0) * xi), 1e-9 * unit) << i;
    EXPECT_NEAR(frame.tension_1[i], inflated ? tension : 0, 1e-10);
    EXPECT_NEAR(frame.tension_2[i], inflated ? tension : 0, 1e-10);
    EXPECT_EQ(frame.velocity[3 * i], 0);
    EXPECT_NEAR(frame.positions[3 * i], 8 + (inflated ? R : 2.5) * xi.x, 1e-12);
  }
}

} // namespace
} // namespace ibsim

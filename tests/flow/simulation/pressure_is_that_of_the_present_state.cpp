// The pressure that a frame holds is the one of its time: of frame 0 too, and the same after a resume.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"

namespace ibsim {
using namespace testing_scenarios;
namespace {

template <class B>
class PressureOfAState : public BackendTest<B> {
 public:
  static std::vector<real> pressure(SimulationOn<B>& simulation) {
    Array<real, B> p(simulation.scenario().grid.cells());
    simulation.pressure(p.data());
    return p.to_host(simulation.stream());
  }
};
TYPED_TEST_SUITE(PressureOfAState, Backends, BackendNames);

constexpr real stretch = 1.05, radius = stretch * 3.91;

Scenario tense_sphere() {
  Scenario s = sphere(32, 2800, 0.5, 5);
  s.objects[0].closed().data_sites = 400;
  s.objects[0].placements[0].stretch = {stretch, stretch, stretch};
  return s;
}

/// Mean pressure inside less that outside, without the layer in which the delta function spreads the force.
real jump(const Grid& grid, const std::vector<real>& p) {
  real sum[2] = {};
  int number[2] = {};
  for (int k = 0; k < grid.n.z; ++k)
    for (int j = 0; j < grid.n.y; ++j)
      for (int i = 0; i < grid.n.x; ++i) {
        const real r = norm(grid.h * Real3{i + 0.5, j + 0.5, k + 0.5} - Real3{8, 8, 8});
        if (std::abs(r - radius) < 2.5 * grid.h) continue;
        sum[r < radius] += p[grid.index(i, j, k)], ++number[r < radius];
      }
  return sum[1] / number[1] - sum[0] / number[0];
}

// Laplace's law: a sphere blown up evenly has p_in - p_out = 2 T/R, T = E (l^2 - 1) + K l^2 (l^4 - 1), before
// anything has moved. A delta function of width h does not see curvature to about 2 (h/R)^2.
TYPED_TEST(PressureOfAState, holds_laplaces_jump_at_time_zero) {
  const Scenario scenario = tense_sphere();
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<TypeParam> simulation(this->stream(), scenario, kinds);
  const real l2 = stretch * stretch, E = std::get<Skalak>(scenario.objects[0].closed().law).shear_modulus,
             K = std::get<Skalak>(scenario.objects[0].closed().law).area_modulus;
  const real exact = 2 * (E * (l2 - 1) + K * l2 * (l2 * l2 - 1)) / radius,
             tolerance = 2 * std::pow(scenario.grid.h / radius, 2);
  EXPECT_NEAR(jump(scenario.grid, this->pressure(simulation)) / exact, 1, tolerance);
  run(simulation, {}, {});
  EXPECT_NEAR(jump(scenario.grid, this->pressure(simulation)) / exact, 1, tolerance);
}

// It follows from velocity and positions alone, and looking at it changes no step.
TYPED_TEST(PressureOfAState, follows_from_the_state_and_changes_no_step) {
  const Scenario scenario = red_cell_in_shear(16, 200, 400, 0.2, 2);
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<TypeParam> watched(this->stream(), scenario, kinds), alone(this->stream(), scenario, kinds);
  for (int step = 0; step < 6; ++step) {
    this->pressure(watched);
    watched.advance(), alone.advance();
  }
  EXPECT_EQ(positions(watched), positions(alone));
  EXPECT_EQ(watched.state().velocity.values().to_host(this->stream()),
            alone.state().velocity.values().to_host(this->stream()));
  const std::vector<real> p = this->pressure(watched);
  SimulationOn<TypeParam> other(this->stream(), scenario, kinds);
  other.exchange_state(watched.state());
  EXPECT_EQ(this->pressure(other), p);
}

} // namespace
} // namespace ibsim

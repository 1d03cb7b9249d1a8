// Objects between walls: runs repeat to the bit, momentum is balanced with membranes in the flow, a
// suspension is more viscous than its fluid, and what goes through a wall ends the run.
#include "backends.hpp"
#include "diagnostics/wall_diagnostics.hpp"
#include "flow/simulation/hash_with_threads.hpp"
#include "flow/simulation/scenarios.hpp"
#include "state/state_hash.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// A soft sphere of 2 um in Couette flow of 1000 1/s, a gap of 8 um.
Scenario capsule_in_couette(real time_step, real end) {
  Scenario s = sphere(16, 800, time_step, end);
  s.grid = {{16, 16, 16}, 0.5};
  s.grid.topology.y.ends = Ends::walls;
  s.drive.shear_rate.mean = 1e-3;
  s.initial_flow = InitialFlow::developed;
  s.objects[0].closed().surface = {ReferenceShape::sphere, {2, 2, 2}};
  s.objects[0].closed().law = Skalak{0.1, 0.1};
  s.objects[0].closed().data_sites = 300;
  s.objects[0].placements[0].centre = {4, 4, 4};
  return s;
}

template <class B>
class BetweenTwoWalls : public BackendTest<B> {
 protected:
  struct End {
    std::uint64_t hash;
    WallDiagnostics walls;
    FluidDiagnostics fluid;
  };
  End end_of(const Scenario& scenario) {
    const auto kinds = make_surface_kinds(scenario, {});
    const Stream<B>& stream = this->stream();
    SimulationOn<B> simulation(stream, scenario, kinds);
    run(simulation, {}, {});
    State<B>& state = simulation.state();
    const FluidDiagnostics fluid =
        fluid_diagnostics<B>(stream, scenario.grid, scenario.fluid, state.time_step, state.velocity.view());
    return {state_hash(stream, state), wall_diagnostics(simulation, fluid), fluid};
  }
};
TYPED_TEST_SUITE(BetweenTwoWalls, Backends, BackendNames);

TYPED_TEST(BetweenTwoWalls, runs_repeat_and_momentum_is_balanced) {
  for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
    Scenario s = capsule_in_couette(0.2, 10);
    s.scheme = scheme;
    s.objects[0].placements[0].centre.y = 2.6; // within reach of the images
    const auto first = this->end_of(s), second = this->end_of(s);
    EXPECT_EQ(first.hash, second.hash);
    // 50 steps round the mean velocity to some eps of the largest
    EXPECT_LE(first.walls.momentum_residual, 1e-13);
    EXPECT_LE(first.fluid.max_divergence, 1e-14);
  }
}

TEST(BetweenTwoWallsOnCpu, do_not_depend_on_the_number_of_threads) {
  for (const real ratio : {1, 5}) {
    Scenario s = capsule_in_couette(0.2, 4);
    s.objects[0].closed().viscosity_ratio = ratio;
    const std::uint64_t hash = hash_with_threads(s, 1);
    for (const int threads : {2, 3})
      EXPECT_EQ(hash_with_threads(s, threads), hash) << ratio << ", " << threads;
  }
}

// Einstein's 1 + 2.5 c for a dilute suspension of hard spheres; a capsule of c = 0.065 in a gap of four radii
// has neighbours and walls, which add, and is soft, which takes: between 1.5 c and 4 c. Its membrane is taut
// after some mu R/E = 20 us.
TYPED_TEST(BetweenTwoWalls, a_capsule_makes_the_flow_more_viscous) {
  const auto end = this->end_of(capsule_in_couette(0.5, 80));
  const real c = 4.0 / 3 * 3.14159265358979 * 8 / 512;
  EXPECT_GT(end.walls.relative_viscosity, 1 + 1.5 * c);
  EXPECT_LT(end.walls.relative_viscosity, 1 + 4 * c);
}

TYPED_TEST(BetweenTwoWalls, what_goes_through_a_wall_ends_the_run) {
  Scenario s = capsule_in_couette(0.2, 4);
  const auto kinds = make_surface_kinds(s, {});
  for (const real y : {1.9, 6.1}) { // 0.1 um of it is beyond the wall
    s.objects[0].placements[0].centre.y = y;
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    try {
      simulation.advance();
      simulation.check_all();
      FAIL() << "nothing was noticed";
    } catch (const Diverged& e) {
      EXPECT_NE(std::string(e.what()).find("through a wall"), std::string::npos) << e.what();
    }
  }
}

} // namespace
} // namespace ibsim

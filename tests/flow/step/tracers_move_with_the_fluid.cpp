// Tracers: they go where the flow takes them and change nothing, lie outside of cells where they are
// scattered, and are refused what points have not.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"
#include "flow_files/read_scenario.hpp"
#include "limits/step_limits.hpp"
#include "model/placed_bodies.hpp"
#include "packing/place_objects.hpp"
#include "state/failure.hpp"

#include <cmath>
#include <set>

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
class Tracers : public BackendTest<B> {};
TYPED_TEST_SUITE(Tracers, Backends, BackendNames);

ObjectKind tracers_at(const std::vector<Real3>& places) {
  ObjectKind kind;
  kind.name = "tracer";
  kind.structure = Tracer{};
  for (const Real3& place : places) {
    kind.placements.emplace_back();
    kind.placements.back().centre = place;
  }
  return kind;
}

// In unbounded shear without anything else the mean flow is exact at every point: x and y stay, z grows by
// the strain times y - Ly/2, through the ends of the box. 40 steps, each rounds 16 um.
TYPED_TEST(Tracers, are_carried_by_a_uniform_shear) {
  Scenario s;
  s.grid = {{8, 8, 8}, 1};
  s.grid.topology.y.ends = Ends::lees_edwards;
  s.drive.shear_rate.mean = 0.1;
  s.initial_flow = InitialFlow::developed;
  s.objects = {tracers_at({{1.3, 0.4, 2.2}, {4, 4, 4}, {7.7, 7.9, 0.1}})};
  s.time = {0.5, 20, false};
  for (const TimeScheme scheme : {TimeScheme::imex_rk, TimeScheme::bdf2}) {
    s.scheme = scheme;
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    run(simulation, {}, {});
    const std::vector<real> X = positions(simulation);
    for (std::size_t i = 0; i < 3; ++i) {
      const Real3& start = s.objects[0].placements[i].centre;
      EXPECT_NEAR(X[i], start.x, 1e-13);
      EXPECT_NEAR(X[3 + i], start.y, 1e-13);
      EXPECT_NEAR(X[6 + i], start.z + 0.1 * 20 * (start.y - 4), 1e-12);
      const Real3 moved = simulation.displacement(0, i, simulation.integrals(0)[i]);
      EXPECT_NEAR(moved.z, 2 * (start.y - 4), 1e-12);
    }
  }
}

/// A cell in shear, with tracers about it or without.
Scenario cell_in_shear(bool traced) {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 5);
  s.contact = {0.1, 1};
  if (traced) s.objects.push_back(tracers_at({{8, 8, 8}, {8, 10.5, 8}, {2, 2, 2}}));
  return s;
}

TYPED_TEST(Tracers, change_nothing) {
  std::vector<real> sites[2];
  for (const bool traced : {false, true}) {
    const Scenario s = cell_in_shear(traced);
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    run(simulation, {}, {});
    sites[traced] = positions(simulation);
    if (traced) {
      EXPECT_EQ(simulation.least_distances().objects, s.contact.range); // they meet nothing
    }
  }
  // forces of zero are added to sums in another order: rounding alone, which elastic forces amplify
  EXPECT_LE(rms_distance(sites[0], sites[1]), 1e-12);
}

// Not even the length of steps. Contact asks for shorter ones of a surface whose inside is thin beside that
// of others; tracers are no surfaces.
TYPED_TEST(Tracers, limit_no_step) {
  real steps[2];
  for (const bool traced : {false, true}) {
    Scenario s = cell_in_shear(traced);
    s.objects[0].closed().viscosity_ratio = 5;
    s.contact.pressure = 10;
    if (traced) {
      EXPECT_TRUE(std::isinf(step_limits(s).objects[1]));
    }
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    steps[traced] = simulation.safe_step();
  }
  EXPECT_EQ(steps[0], steps[1]);
}

// They have neither springs that could be stiffer nor a contact that could be stronger.
TEST(LostTracers, are_mended_by_smaller_steps_and_cells) {
  const Scenario s = cell_in_shear(true);
  for (const Failure::What what :
       {Failure::What::moved_more_than_a_cell, Failure::What::site_beyond_a_wall}) {
    const std::string advice = remedy({.step = 100, .what = what, .kind = 1}, s, s.time, s.time.step, 1e9);
    EXPECT_NE(advice.find("half the step"), std::string::npos) << advice;
  }
}

TEST(ScatteredTracers, lie_in_the_fluid_outside_of_cells_and_repeat) {
  Scenario s = sphere(16, 400, 1, 1);
  s.objects.push_back(tracers_at({}));
  PackingPlan plan;
  plan.number = 2000, plan.seed = 3, plan.low = {0, 0, 8};
  s.objects[1].packing = plan;
  Scenario again = s;
  ASSERT_TRUE(settle_numbers(s).empty());
  place_objects(s, "");
  place_objects(again, "");
  ASSERT_EQ(s.objects[1].placements.size(), 2000u);
  const ObjectKind& ball = s.objects[0];
  std::set<real> places;
  Real3 mean;
  for (std::size_t i = 0; i < 2000; ++i) {
    const Real3 x = s.objects[1].placements[i].centre, y = again.objects[1].placements[i].centre;
    EXPECT_TRUE(x.x == y.x && x.y == y.y && x.z == y.z);
    EXPECT_FALSE(contains(ball.closed().surface, ball.placements[0], x));
    EXPECT_TRUE(x.z >= 8 && x.z <= 16 && x.x >= 0 && x.x <= 16);
    places.insert(x.x), mean += (1.0 / 2000) * x;
  }
  EXPECT_EQ(places.size(), 2000u);
  // uniform over 16 um: a deviation of 16/sqrt(12 * 2000) = 0.1 um; five of them
  EXPECT_NEAR(mean.x, 8, 0.5);
  EXPECT_NEAR(mean.y, 8, 0.5);
}

std::string error_of(const std::string& object) {
  std::vector<std::string> warnings;
  try {
    read_scenario_text(
        "domain: {size: [8 um, 8 um, 8 um], cell: 1 um}\nfluid: {density: 1 g/cm^3, viscosity: 1 "
        "cP}\ntime: {step: auto, end: 1 ms}\nobjects:\n  - {" +
            object + "}\n",
        "s.yaml", {}, warnings);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

TEST(TracersOfAScenario, have_a_place_and_nothing_else) {
  EXPECT_EQ(error_of("shape: tracer, at: [1 um, 1 um, 1 um]"), "none");
  EXPECT_EQ(error_of("shape: tracer, placements: {number: 10, seed: 2}"), "none");
  EXPECT_NE(error_of("shape: tracer, at: [1 um, 9 um, 1 um]").find("outside the box"), std::string::npos);
  for (const char* key : {"radius: 1 um", "viscosity_ratio: 5", "data_sites: 100",
                          "membrane: {shear_modulus: 1 uN/m, area_modulus: 1 uN/m}",
                          "pulls: [{force: 1 pN, at: [1, 0, 0], diameter: 1 um}]", "stretch: [1, 1, 2]"})
    EXPECT_NE(error_of(std::string("shape: tracer, at: [1 um, 1 um, 1 um], ") + key), "none") << key;
  EXPECT_NE(error_of("shape: tracer, placements: {haematocrit: 0.1}").find("no volume"), std::string::npos);
}

} // namespace
} // namespace ibsim

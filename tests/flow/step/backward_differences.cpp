// time.scheme: bdf2 with membranes: the order in the time step, agreement with imex-rk, volumes, and steps
// that change their length.
#include "backends.hpp"
#include "limits/time_plan.hpp"
#include "simulation/scenarios.hpp"

#include <utility>

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
class BackwardDifferences : public BackendTest<B> {
 protected:
  /// A soft sphere of radius 4 h in shear, for the time `end` in steps of 1 - unequal and 1 + unequal times k
  /// in turn.
  Scenario capsule(real end, TimeScheme scheme = TimeScheme::bdf2) {
    Scenario s = sphere(16, 800, 1, end);
    s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::shear;
    s.objects[0].closed().law = Skalak{0.02, 0.02};
    s.objects[0].closed().data_sites = 200;
    s.motion = SiteMotion::midpoint;
    s.scheme = scheme;
    return s;
  }
  struct End {
    std::vector<real> sites;
    real volume_change;
  };
  End end_of(const Scenario& s, real k, real unequal = 0) {
    const Stream<B>& stream = this->stream();
    SimulationOn<B> simulation(stream, s, make_surface_kinds(s, {}));
    State<B>& state = simulation.state();
    const auto steps = static_cast<int>(std::lround(s.time.end / k));
    PhaseTimer<B> timer(stream, phase_names, static_cast<std::uint64_t>(steps));
    for (int i = 0; i < steps; ++i) {
      state.time_step = k * (1 + (i % 2 ? unequal : -unequal));
      simulation.step().advance(stream, state, timer);
      state.time += state.time_step;
    }
    simulation.check_all();
    return {positions(simulation), simulation.volume_change(0, 0, simulation.integrals(0)[0])};
  }
  /// By how much the difference of successive steps falls: 4 for the second order, times 1 + O(k).
  real fall(const Scenario& s, real k, real unequal = 0) {
    const auto coarse = end_of(s, k, unequal).sites, middle = end_of(s, k / 2, unequal).sites,
               fine = end_of(s, k / 4, unequal).sites;
    return rms_distance(coarse, middle) / rms_distance(middle, fine);
  }
};
TYPED_TEST_SUITE(BackwardDifferences, Backends, BackendNames);

// h and the sites are the same, so the error is that of time alone.
TYPED_TEST(BackwardDifferences, are_of_second_order) {
  const Scenario s = this->capsule(128);
  for (const real unequal : {0.0, 1.0 / 3}) {
    const real fall = this->fall(s, 8, unequal);
    EXPECT_GT(fall, 3.5) << unequal;
    EXPECT_LT(fall, 4.5) << unequal;
  }
}

// Also of a shear that is there at once, and finds its way into the other fluid over the first steps
// (fluid/time_scheme.hpp): without what the second step gives back its differences fall by 2.
TYPED_TEST(BackwardDifferences, are_of_second_order_with_an_inner_fluid) {
  for (const auto& [at_once, ratio] : {std::pair{false, 0.2}, {true, 0.2}, {true, 5.0}}) {
    Scenario s = this->capsule(128);
    s.objects[0].closed().viscosity_ratio = ratio;
    if (!at_once) s.drive.shear_rate = {.times = {0, 128}, .values = {0, 1e-3}};
    const real fall = this->fall(s, 4);
    EXPECT_GT(fall, 3.5) << ratio << at_once;
    EXPECT_LT(fall, 4.5) << ratio << at_once;
  }
}

// Automatic steps change as the limits do, by less than they are.
TYPED_TEST(BackwardDifferences, are_of_second_order_by_automatic_steps_with_an_inner_fluid) {
  Scenario s = this->capsule(256);
  s.objects[0].closed().viscosity_ratio = 5;
  s.time.automatic = true;
  std::vector<std::vector<real>> ends;
  for (const real safety : {0.1, 0.05, 0.025}) {
    s.time.safety = safety, s.time.step = first_step_limit(s, s.time);
    s.output.series_every = 256, s.output.cells_every = s.output.fluid_every = 0;
    SimulationOn<TypeParam> simulation(this->stream(), s, make_surface_kinds(s, {}));
    while (simulation.interval() == 0 || !simulation.between_intervals()) simulation.advance();
    ends.push_back(positions(simulation));
  }
  const real fall = rms_distance(ends[0], ends[1]) / rms_distance(ends[1], ends[2]);
  EXPECT_GT(fall, 3.5);
  EXPECT_LT(fall, 4.5);
}

// By Kelvin and Voigt, tracked: in a fluid so viscous that its inertia is over within a step, where what
// tracks has gains that do not change with the step. The shear grows from nothing, as the tension does.
TYPED_TEST(BackwardDifferences, are_of_second_order_with_a_viscous_membrane) {
  Scenario s = this->capsule(256);
  s.fluid.viscosity = 60;
  s.objects[0].closed().viscosity = {.viscosity = 180, .model = ViscosityModel::kelvin_voigt};
  s.drive.shear_rate = {.times = {0, 256}, .values = {0, 2e-3}};
  const real fall = this->fall(s, 8);
  EXPECT_GT(fall, 3.5);
  EXPECT_LT(fall, 4.5);
}

// A force that grows from nothing, by a hundredth of what bursts a cell: it acts at the ends of steps.
TYPED_TEST(BackwardDifferences, are_of_second_order_with_a_pull) {
  Scenario s = this->capsule(128);
  s.drive.shear_rate = {}, s.initial_flow = InitialFlow::rest;
  s.objects[0].pulls = {{{{0, 1, 0}, 3}, {0, 0.5, 0.5}, {128}}};
  const real fall = this->fall(s, 8);
  EXPECT_GT(fall, 3.5);
  EXPECT_LT(fall, 4.5);
}

TYPED_TEST(BackwardDifferences, are_of_second_order_between_walls_and_in_unbounded_shear) {
  for (const Ends ends : {Ends::walls, Ends::lees_edwards}) {
    Scenario s = this->capsule(128);
    s.grid.topology.y.ends = ends;
    s.initial_flow = InitialFlow::developed;
    const real fall = this->fall(s, 8);
    EXPECT_GT(fall, 3.5) << static_cast<int>(ends);
    EXPECT_LT(fall, 4.5) << static_cast<int>(ends);
  }
}

// Both are of second order, so they differ by as much as either from its half step, or less.
TYPED_TEST(BackwardDifferences, go_where_imex_rk_goes) {
  const real k = 2;
  const Scenario s = this->capsule(128), old = this->capsule(128, TimeScheme::imex_rk);
  const auto here = this->end_of(s, k).sites, there = this->end_of(old, k).sites;
  const real own =
      rms_distance(here, this->end_of(s, k / 2).sites) + rms_distance(there, this->end_of(old, k / 2).sites);
  EXPECT_LT(rms_distance(here, there), 2 * own);
}

// gamma k = 8e-3 over gamma t = 1. An extrapolated surface that turns by an angle of gamma k/2 a step is
// (gamma k/2)^2 too large: 2e-5; what is put right knows that, to the next order.
TYPED_TEST(BackwardDifferences, keep_volumes) {
  Scenario s = this->capsule(1000);
  s.keep_volume = true;
  for (const real unequal : {0.0, 1.0 / 3})
    EXPECT_LT(std::abs(this->end_of(s, 8, unequal).volume_change), 1e-6) << unequal;
}

} // namespace
} // namespace ibsim

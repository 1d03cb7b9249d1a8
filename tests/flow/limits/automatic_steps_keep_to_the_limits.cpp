// time.step: auto: steps within the limits, output times hit exactly, the same bits whatever the threads, and
// no less accurate.
#include "backends.hpp"
#include "flow/simulation/scenarios.hpp"
#include "limits/stability.hpp"
#include "limits/time_plan.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

Scenario with_automatic_steps(Scenario scenario, real series_every, real safety = 0.8) {
  scenario.time.automatic = true;
  scenario.time.safety = safety;
  scenario.output.series_every = series_every;
  scenario.time.step =
      equal_steps(interval_length(scenario.time, scenario.output), first_step_limit(scenario, scenario.time))
          .step;
  return scenario;
}

/// A soft capsule in a strong shear: stretched by half, its stiffness more than doubles. Of forward Euler,
/// whose elastic limit is then below that of the flow; the midpoint's is not.
Scenario soft_capsule() {
  Scenario s = sphere(16, 400, 0, 600);
  s.drive.shear_rate.mean = 0.01, s.initial_flow = InitialFlow::shear;
  s.objects[0].closed().surface.half_axes = {3, 3, 3};
  s.objects[0].closed().law = Skalak{0.05, 0.05};
  s.objects[0].closed().data_sites = 150;
  take_papers_method(s);
  return with_automatic_steps(s, 7.5);
}

template <class B>
std::vector<real> outcome(const Stream<B>& stream, const Scenario& scenario) {
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<B> simulation(stream, scenario, kinds);
  run(simulation, {}, {});
  return positions(simulation);
}

} // namespace

// A speed that is no number is no rest: it used to allow any step.
TEST(AdvectiveStepLimit, of_what_is_no_speed_is_no_step) {
  const real infinite = std::numeric_limits<real>::infinity();
  EXPECT_EQ(advective_step_limit(0, 0.25), infinite);
  EXPECT_EQ(advective_step_limit(0.5, 0.25), 0.25); // half a cell
  EXPECT_EQ(advective_step_limit(std::numeric_limits<real>::quiet_NaN(), 0.25), 0);
  EXPECT_EQ(advective_step_limit(infinite, 0.25), 0);
}

TEST(ElasticStepLimit, of_anchors_and_elasticity_together_is_below_both) {
  const FluidProperties water{1, 1};
  const real h = 0.25, M = 0.5, c = 3;
  const auto limit = [&](const Stiffness& stiffness) { // of forward Euler
    return elastic_step_limit(stiffness, water, h, SiteMotion::forward_euler);
  };
  const real ripple = 4.1 * std::sqrt(h * h * h / M), anchored = std::sqrt(4.0 / 3 * h / c);
  EXPECT_NEAR(limit({.modulus = M}), ripple, 1e-15);
  EXPECT_NEAR(limit({.anchor = c}), anchored, 1e-15); // 1.15 sqrt(rho h/c)
  const real both = limit({.anchor = c, .modulus = M});
  EXPECT_NEAR(1 / (both * both), 1 / (ripple * ripple) + 1 / (anchored * anchored), 1e-12 / (both * both));
  EXPECT_EQ(limit({.modulus = std::numeric_limits<real>::quiet_NaN()}), 0);
}

TEST(EqualSteps, divide_a_length_into_the_fewest_within_a_limit) {
  EXPECT_EQ(equal_steps(2, 0.4).number, 5u); // 2/0.4 is more than 5 only by rounding, if at all
  EXPECT_EQ(equal_steps(2, 0.39).number, 6u);
  EXPECT_EQ(equal_steps(2, 7).number, 1u);
  EXPECT_EQ(equal_steps(2, std::numeric_limits<real>::infinity()).step, 2);
  for (const real limit : {0.013, 0.2, 0.77}) EXPECT_LE(equal_steps(1, limit).step, limit * (1 + 1e-9));
}

TEST(Intervals, divide_the_run_and_hold_every_output) {
  Scenario s = with_automatic_steps(sphere(16, 400, 0, 100), 2);
  s.output.cells_every = 10, s.output.fluid_every = 50, s.output.fluid = false, s.output.checkpoint_every = 1;
  s.output.checkpoints = false;
  EXPECT_EQ(interval_length(s.time, s.output), 2); // what is never written does not count
  EXPECT_EQ(intervals_to_end(s.time, s.output), 50u);
  EXPECT_EQ(intervals_between(s.time, s.output, s.output.cells_every), 5u);
  EXPECT_EQ(intervals_between(s.time, s.output, 0), 0u);
  s.output.series_every = 0, s.output.cells_every = 0;
  EXPECT_EQ(interval_length(s.time, s.output), 100);
  s.time.automatic = false, s.time.step = 0.4;
  EXPECT_EQ(interval_length(s.time, s.output), 0.4);
}

template <class B>
class AutomaticSteps : public BackendTest<B> {};
TYPED_TEST_SUITE(AutomaticSteps, Backends, BackendNames);

// Where the limits allow the largest step, and it divides the intervals, there is nothing to adapt.
// Without objects nothing else limits the step: the run must end before it takes one over the whole interval.
TYPED_TEST(AutomaticSteps, end_a_run_whose_velocity_is_no_number) {
  Scenario s = sphere(16, 400, 0, 100);
  s.objects.clear();
  s.drive.shear_rate.mean = 0.01, s.initial_flow = InitialFlow::shear;
  s = with_automatic_steps(s, 50);
  SimulationOn<TypeParam> simulation(this->stream(), s, {});
  std::vector<real> u = simulation.state().velocity.values().to_host(this->stream());
  u[7] = std::numeric_limits<real>::quiet_NaN();
  simulation.state().velocity.values().set(this->stream(), u);
  EXPECT_EQ(simulation.safe_step(), 0);
  EXPECT_THROW(simulation.advance(), Diverged);
  EXPECT_EQ(simulation.steps(), 0u);
}

TYPED_TEST(AutomaticSteps, are_the_fixed_steps_where_these_are_within_the_limits) {
  Scenario fixed = stretched_sphere(16, 400, 0.4, 20);
  Scenario automatic = with_automatic_steps(fixed, 2);
  automatic.time.largest_step = 0.4; // the limit is 5.8 us
  EXPECT_EQ(outcome(this->stream(), fixed), outcome(this->stream(), automatic));
}

TYPED_TEST(AutomaticSteps, keep_to_the_limits_and_hit_output_times) {
  const Scenario scenario = soft_capsule();
  const auto kinds = make_surface_kinds(scenario, {});
  SimulationOn<TypeParam> simulation(this->stream(), scenario, kinds);
  real smallest = 1e9, largest = 0, expected = 0;
  FunctionReporter looks{"times", {1}, [&](Simulation& s) {
                           EXPECT_EQ(s.time(), expected); // 7.5 us are exact in binary
                           expected += 7.5;
                           // Between decisions, at most 64 steps of about 2 us, the shear of 0.01 1/us
                           // can stretch the capsule further and lower its limit; the safety factor of
                           // 0.8 is there for that.
                           EXPECT_LE(s.time_step(), s.safe_step() / 0.8);
                           if (s.steps() == 0) return;
                           EXPECT_LE(s.time_step(), s.clock().step_limit * (1 + 1e-9));
                           smallest = std::min(smallest, s.time_step()),
                           largest = std::max(largest, s.time_step());
                         }};
  run(simulation, {&looks}, {});
  EXPECT_EQ(simulation.time(), 600);
  EXPECT_LT(smallest, 0.8 * largest); // they did adapt
}

// A step is of second order. So halving the safety factor makes a quarter of the error, and the distance to a
// run with twenty times smaller steps is about four thirds of that to the run with half the steps. 30 % for
// higher orders.
TYPED_TEST(AutomaticSteps, do_not_spoil_the_order_of_accuracy) {
  Scenario base = stretched_sphere(16, 400, 0.2, 64);
  base.scheme =
      TimeScheme::imex_rk; // a sphere let go at once is nothing smooth for bdf2 (backward_differences)
  const auto fine = outcome(this->stream(), base);
  const real part = 2 / elastic_step_limit(base.objects[0], base); // steps of about 2 us, and of 1 us
  const auto whole = outcome(this->stream(), with_automatic_steps(base, 16, part)),
             half = outcome(this->stream(), with_automatic_steps(base, 16, part / 2));
  const real e1 = rms_distance(whole, fine), e2 = rms_distance(half, fine);
  EXPECT_NEAR(e1 / e2, 4, 1.2);
  EXPECT_LT(e1, 1.73 * rms_distance(whole, half));
  EXPECT_GT(e1, 0);
}

TYPED_TEST(AutomaticSteps, repeat_bit_for_bit) {
  Scenario scenario = soft_capsule();
  scenario.time.end = 300;
  const auto once = outcome(this->stream(), scenario);
  set_cpu_threads(3);
  const auto again = outcome(this->stream(), scenario);
  set_cpu_threads(0);
  EXPECT_EQ(once, again);
}

// A jet that grows 2.4 times between two decisions, every 64 steps, never crosses more than 0.4 x 2.4 of a
// cell in a step, so nothing else stops the run; after ln(1000)/ln(2.4) = 7.9 decisions its limit, 0.8 times
// half a cell over its speed, is a thousandth of the first.
TYPED_TEST(AutomaticSteps, end_the_run_where_no_step_is_safe) {
  Scenario scenario = with_automatic_steps(stretched_sphere(16, 400, 0, 1000), 1000);
  scenario.objects.clear();
  scenario.time.largest_step = 5;
  const real first = first_step_limit(scenario, scenario.time);
  SimulationOn<TypeParam> simulation(this->stream(), scenario, {});
  // a jet along x, uniform in x: free of divergence, and no force on itself
  const auto set_speed = [&](real speed) {
    std::vector<real> u(3 * scenario.grid.cells(), 0);
    for (Index i = 0; i < scenario.grid.cells(); ++i)
      u[i] = i / scenario.grid.n.x % scenario.grid.n.y == 3 ? speed : 0;
    simulation.state().velocity.values().set(this->stream(), u);
  };
  const real slow = 0.4 * scenario.grid.h / first;
  int decisions = 0;
  try {
    for (; decisions < 20; ++decisions) {
      set_speed(slow * std::pow(2.4, decisions));
      for (int step = 0; step < 64; ++step) simulation.advance(), simulation.check();
    }
    FAIL() << "it went on";
  } catch (const Diverged& e) {
    EXPECT_EQ(e.failure.what, Failure::What::no_step_is_safe) << e.what();
    EXPECT_LT(e.failure.value, first / 1000);
    EXPECT_GT(e.failure.value, first / 1000 / 2.4 / 1.01);
    EXPECT_NE(std::string(e.what()).find("flow or membrane allow only steps of"), std::string::npos)
        << e.what();
  }
}

// Other intervals after a resume: the first end of one of them is reached by equal steps, and from then on
// all is as from the start.
TYPED_TEST(AutomaticSteps, go_on_from_any_time) {
  Scenario fixed = stretched_sphere(16, 400, 1.1, 4.4);
  const auto kinds = make_surface_kinds(fixed, {});
  SimulationOn<TypeParam> first(this->stream(), fixed, kinds);
  run(first, {}, {});
  Scenario other = with_automatic_steps(stretched_sphere(16, 400, 0, 40), 8);
  SimulationOn<TypeParam> second(this->stream(), other, kinds);
  second.exchange_state(first.state());
  second.join_intervals();
  EXPECT_EQ(second.time(), 4 * 1.1);
  std::vector<real> times;
  FunctionReporter note{"times", {1}, [&](Simulation& s) { times.push_back(s.time()); }};
  run(second, {&note}, {});
  EXPECT_EQ(times, (std::vector<real>{8, 16, 24, 32, 40}));
}

} // namespace ibsim

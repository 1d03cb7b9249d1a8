// A step beyond the stability limit is caught at the step, and named; no observer sees the state that blew up.
#include "backends.hpp"
#include "base/error.hpp"
#include "simulation/scenarios.hpp"

namespace ibsim {
using namespace testing_scenarios;

template <class B> class BlowUp : public BackendTest<B> {};
TYPED_TEST_SUITE(BlowUp, Backends, BackendNames);

TYPED_TEST(BlowUp, names_the_step_the_object_and_the_quantity) {
  // 40 us at h = 0.5 um is a hundred times the paper's step: the stiff membrane (K = 0.25 dyn/cm) must overshoot.
  Scenario scenario = stretched_sphere(32, 880, 40, 40000);
  const auto kinds = make_membrane_kinds(scenario, {});
  Simulation<TypeParam> simulation(this->queue(), scenario, kinds);
  std::vector<Observer<TypeParam>> observers{{"all finite", 1, [&](Simulation<TypeParam>& s) {
    for (real x : positions(s)) ASSERT_TRUE(std::isfinite(x));
  }}};
  try {
    run(simulation, observers, {});
    FAIL() << "did not blow up";
  } catch (const NumericalError& e) {
    EXPECT_EQ(e.exit_code(), 4);
    for (const char* part : {"step", "object 'sphere' 1", "data site", "time.step"})
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

TYPED_TEST(BlowUp, of_a_fluid_alone_is_caught_too) {
  Scenario scenario;
  scenario.grid = {{16, 16, 16}, 1.0};
  scenario.initial_flow = InitialFlow::taylor_green;
  scenario.taylor_green_speed = 10;  // um/us
  scenario.fluid = {1, 1e-6};
  scenario.time = {1, 1000, true};   // CFL 10
  Simulation<TypeParam> simulation(this->queue(), scenario, {});
  EXPECT_THROW(run<TypeParam>(simulation, {}, {}), NumericalError);
}

TYPED_TEST(BlowUp, a_stop_request_is_an_interruption) {
  Scenario scenario;
  scenario.grid = {{8, 8, 8}, 1.0};
  scenario.time = {1, 100, false};
  Simulation<TypeParam> simulation(this->queue(), scenario, {});
  RunControl control;
  control.stop_requested = [&] { return simulation.steps() == 7; };
  EXPECT_THROW(run<TypeParam>(simulation, {}, control), Interrupted);
  EXPECT_EQ(simulation.steps(), 7u);
}

} // namespace ibsim

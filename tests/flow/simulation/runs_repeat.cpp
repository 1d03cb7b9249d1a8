// The same scenario gives the same bits: from run to run, and on the CPU for any number of threads; and the
// two backends agree.
#include "backends.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/scenarios.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

struct Outcome {
  std::vector<real> positions, velocity;
};

template <class B>
Outcome outcome(const Scenario& scenario, const std::vector<SurfaceKind>& kinds) {
  Stream<B> stream;
  SimulationOn<B> simulation(stream, scenario, kinds);
  run(simulation, {}, {});
  return {positions(simulation), simulation.state().velocity.values().to_host(stream)};
}

Scenario case_of(SpreadAlgorithm algorithm, int steps = 50, TimeScheme scheme = TimeScheme::imex_rk) {
  Scenario scenario = red_cell_in_shear(24, 400, 2000, 0.2, 0.2 * steps);
  scenario.spread = algorithm;
  scenario.motion = SiteMotion::midpoint;
  scenario.scheme = scheme;
  return scenario;
}
constexpr TimeScheme schemes[] = {TimeScheme::imex_rk, TimeScheme::bdf2};

} // namespace

template <class B>
class Runs : public BackendTest<B> {};
TYPED_TEST_SUITE(Runs, Backends, BackendNames);

TYPED_TEST(Runs, repeat_bit_for_bit) {
  for (const TimeScheme scheme : schemes) {
    const Scenario scenario = case_of(SpreadAlgorithm::tiles, 50, scheme);
    const auto kinds = make_surface_kinds(scenario, {});
    const Outcome first = outcome<TypeParam>(scenario, kinds);
    const Outcome second = outcome<TypeParam>(scenario, kinds);
    EXPECT_EQ(first.positions, second.positions);
    EXPECT_EQ(first.velocity, second.velocity);
  }
}

TEST(RunsOnCpu, do_not_depend_on_the_number_of_threads) {
  for (const TimeScheme scheme : schemes) {
    const Scenario scenario = case_of(SpreadAlgorithm::tiles, 50, scheme);
    const auto kinds = make_surface_kinds(scenario, {});
    set_cpu_threads(1);
    const Outcome one = outcome<Cpu>(scenario, kinds);
    set_cpu_threads(3);
    const Outcome three = outcome<Cpu>(scenario, kinds);
    set_cpu_threads(0);
    EXPECT_EQ(one.positions, three.positions);
    EXPECT_EQ(one.velocity, three.velocity);
  }
}

// All spreading algorithms compute the same sums in another order, so after 5 steps they differ by rounding
// alone. Elastic forces amplify a perturbation of a position by at most k K/(mu h) ~ 0.1 a step here: 1e-16 x
// 1.1^5 < 1e-15, relative to 16 um.
TYPED_TEST(Runs, agree_for_all_spreading_algorithms) {
  const auto kinds = make_surface_kinds(case_of(SpreadAlgorithm::tiles), {});
  const Outcome tiles = outcome<TypeParam>(case_of(SpreadAlgorithm::tiles, 5), kinds);
  for (const std::string& other : spread_algorithm_names()) {
    if (other == to_string(SpreadAlgorithm::tiles)) continue;
    const Outcome result = outcome<TypeParam>(case_of(*spread_algorithm_from(other), 5), kinds);
    EXPECT_LT(rms_distance(result.positions, tiles.positions), 1e-12) << other;
  }
}

#if defined(IBSIM_WITH_CUDA)
TEST(BackendsAgree, cuda_and_cpu_agree_after_50_steps) {
  if (!why_no_cuda_device().empty()) GTEST_SKIP() << why_no_cuda_device();
  for (const TimeScheme scheme : schemes) {
    const Scenario scenario = case_of(SpreadAlgorithm::tiles, 50, scheme);
    const auto kinds = make_surface_kinds(scenario, {});
    const Outcome cpu = outcome<Cpu>(scenario, kinds);
    const Outcome cuda = outcome<Cuda>(scenario, kinds);
    // Relative to the box (16 um) and to the largest speed (8 um/ms): the promise of 1e-10. Rounding alone
    // gives about 1e-13.
    EXPECT_LT(rms_distance(cpu.positions, cuda.positions) / 16, 1e-10);
    EXPECT_LT(rms_distance(cpu.velocity, cuda.velocity) / 8e-3, 1e-10);
  }
}
#endif

} // namespace ibsim

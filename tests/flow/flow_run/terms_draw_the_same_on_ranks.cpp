// A term that draws random numbers and remembers (examples/random_kicks.kernels.cpp) has the same bits on any
// number of ranks and after a resume, whatever ranks objects pass through.
#include "base/philox.hpp"
#include "examples/examples.hpp"
#include "flow/flow_run/runs_by_ranks.hpp"
#include "simulation/simulation_on.hpp"
#include "state/make_structures.hpp"

namespace ibsim {
using namespace testing_runs;

namespace {

constexpr std::uint32_t seed = 7;
constexpr real kick = 0.02;

template <class B>
class RandomTerms : public RunsByRanks<B> {};

/// Cells and platelets that are carried along a channel through the slabs of all ranks.
Scenario kicked() {
  Scenario s = a_long_channel(false);
  s.terms = {random_kicks(kick, seed)};
  s.time.end = 4;
  return s;
}

} // namespace

TYPED_TEST_SUITE(RandomTerms, Backends, BackendNames);

TYPED_TEST(RandomTerms, leave_the_files_of_one_rank) {
  const Scenario s = kicked();
  const auto one = this->run(s, 1, "1");
  for (const int ranks : {2, 3}) {
    SCOPED_TRACE(ranks);
    expect_same_files(one, this->run(s, ranks, std::to_string(ranks)));
  }
}

TYPED_TEST(RandomTerms, go_on_as_they_would_have) {
  const Scenario s = kicked();
  const auto whole = this->run(s, 1, "whole");
  const auto parts = this->run(s, 3, "parts", 1.5);
  this->go_on(s, 2, "parts");
  expect_same_files(whole, parts);
}

// The impulse of an object is the sum of k size r over its steps, r by Philox as the host draws it. A sum of
// 4 numbers and their factors round by at most 8 times 1.1e-16 of the largest sum.
TYPED_TEST(RandomTerms, draw_by_object_and_step) {
  Scenario s = kicked();
  constexpr int taken = 4;
  for (const int ranks : {1, 3}) {
    s.device.ranks = ranks;
    const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
    SimulationOn<TypeParam> simulation(this->stream(), s, kinds);
    for (int step = 0; step < taken; ++step) simulation.advance();
    const real k = simulation.time() / taken;
    const auto numbers = static_cast<std::size_t>(s.objects[0].placements.size());
    const std::vector<real> impulses = simulation.array_on_host("structure_2.kicks.impulse");
    ASSERT_EQ(impulses.size(), 3 * s.objects[1].placements.size());
    for (std::size_t o = 0; o < s.objects[1].placements.size(); ++o) {
      Real3 sum;
      for (std::uint32_t step = 1; step <= taken; ++step) {
        const auto number = static_cast<std::uint32_t>(numbers + o); // behind those of the first kind
        const PhiloxWords xy = philox({{number, 0, step, 0}}, {{seed, 0}}),
                          z = philox({{number, 1, step, 0}}, {{seed, 0}});
        sum += k * kick * Real3{2 * uniform(xy, 0) - 1, 2 * uniform(xy, 1) - 1, 2 * uniform(z, 0) - 1};
      }
      EXPECT_GT(norm(sum), 0);
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(impulses[static_cast<std::size_t>(d) * s.objects[1].placements.size() + o], sum[d],
                    8 * 1.2e-16 * taken * k * kick);
    }
  }
}

} // namespace ibsim

// Predictions of check for several ranks, which come from steps by as many ranks, on as many GPUs.
#include "backends.hpp"
#include "flow_run/dry_run.hpp"
#include "model/scenario.hpp"
#include "simulation/scenarios.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
class DryRunOfRanks : public BackendTest<B> {};
TYPED_TEST_SUITE(DryRunOfRanks, Backends, BackendNames);

/// Each rank holds its part of the fluid, of 16 planes with 4 ghosts: 1.25 times that of one all together.
/// Both have the one object whole, and nobody anything more, whatever is written of it.
TYPED_TEST(DryRunOfRanks, takes_the_memory_of_all) {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 10);
  s.grid.n.z = 32; // four layers of tiles
  s.output.fluid = s.output.cells = s.output.profiles = true;
  for (const bool with_outputs : {false, true}) {
    s.device.ranks = 1;
    const DryRun one = dry_run_all(this->stream(), s, "", with_outputs);
    s.device.ranks = 2;
    const DryRun two = dry_run_all(this->stream(), s, "", with_outputs);
    EXPECT_EQ(two.trouble, "");
    EXPECT_GT(two.step_seconds, 0);
    EXPECT_EQ(two.other_device_bytes, 0) << "of a second GPU, which has no rank";
    EXPECT_GT(two.array_bytes, one.array_bytes);
    EXPECT_LT(two.array_bytes, 2 * one.array_bytes);
  }
}

} // namespace
} // namespace ibsim

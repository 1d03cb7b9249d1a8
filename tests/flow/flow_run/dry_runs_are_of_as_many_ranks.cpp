// What check predicts of a run by several ranks comes from steps that they take, on as many GPUs.
#include "backends.hpp"
#include "flow_run/dry_run.hpp"
#include "simulation/scenario.hpp"
#include "simulation/scenarios.hpp"

namespace ibsim {
using namespace testing_scenarios;

namespace {

template <class B>
class DryRunOfRanks : public BackendTest<B> {};
TYPED_TEST_SUITE(DryRunOfRanks, Backends, BackendNames);

/// Each rank holds a part of the fluid and all objects, and the first the whole state too.
TYPED_TEST(DryRunOfRanks, takes_the_memory_of_all) {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 10);
  s.grid.n.z = 32; // four layers of tiles
  const DryRun one = dry_run_all(this->stream(), s, "", false);
  s.device.ranks = 2;
  const DryRun two = dry_run_all(this->stream(), s, "", false);
  EXPECT_EQ(two.trouble, "");
  EXPECT_GT(two.step_seconds, 0);
  EXPECT_EQ(two.other_device_bytes, 0) << "of a second GPU, which has no rank";
  // the velocity of either rank with ghosts, at least, beside that of the whole
  EXPECT_GT(two.array_bytes, one.array_bytes + 3 * sizeof(real) * static_cast<double>(s.grid.cells()));
}

} // namespace
} // namespace ibsim

// Several ranks hold together what one holds: no rank has the fields of the box or the sample sites of all
// objects, whatever is asked of them.
#include "base/error.hpp"
#include "checks/check_scenario.hpp"
#include "diagnostics/profiles.hpp"
#include "ranks/require_distributable.hpp"
#include "simulation/measures.hpp"
#include "simulation/scenarios.hpp"
#include "simulation/simulation_on.hpp"

#include <gtest/gtest.h>

namespace ibsim {
using namespace testing_scenarios;

namespace {

/// Cells in a row along a long box, in which a rank needs those near it alone.
Scenario cells_in_a_row(int ranks) {
  Scenario s = red_cell_in_shear(16, 200, 800, 0.5, 10);
  s.grid.n.z = 256;
  const Placement first = s.objects[0].placements[0];
  s.objects[0].placements.assign(16, first);
  for (int i = 0; i < 16; ++i) s.objects[0].placements[static_cast<std::size_t>(i)].centre.z = 16 * i + 8;
  s.device.ranks = ranks;
  return s;
}

struct Held {
  std::size_t bytes;
  std::uint64_t hash;
};
/// By the arrays of all ranks, after all that a run asks for that has tables, frames, copies to go back to,
/// checks and checkpoints.
Held held_by(int ranks) {
  const Stream<Cpu> stream;
  const Scenario s = cells_in_a_row(ranks);
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
  const std::size_t before = allocated_bytes<Cpu>();
  SimulationOn<Cpu> simulation(stream, s, kinds);
  for (int i = 0; i < 3; ++i) {
    simulation.remember();
    simulation.advance();
    simulation.check_all();
    simulation.values().measure(totals_of_planes);
    simulation.safe_step();
    simulation.unresolved_part_of_forces(0);
    simulation.values().measure(farthest_sites_of_objects, 0);
    simulation.values().motion_sums(0, std::vector<Index>(16, 0));
    Profiles(s).measure(simulation);
    simulation.surface_field_on_host(0, SurfaceField::traction);
    std::vector<float> frame(4 * static_cast<std::size_t>(s.grid.cells()));
    simulation.values().fluid_field(frame.data());
    simulation.hash();
  }
  EXPECT_EQ(simulation.arrays_on_host().front().second.size(), 3 * static_cast<std::size_t>(s.grid.cells()));
  return {allocated_bytes<Cpu>() - before, simulation.hash()};
}

} // namespace

// A rank has 64 planes and 4 ghosts beside them, the operators, and 7 of the 16 cells: 4 in its slab, one
// near either end and one to spare. That is 1.06 times the fields and 1.75 times what cells have; with what
// one rank has beside that of all it would be more than twice as much.
TEST(StatesOfRanks, are_nowhere_whole) {
  const Held one = held_by(1), four = held_by(4);
  EXPECT_EQ(four.hash, one.hash);
  EXPECT_LT(four.bytes, 2 * one.bytes);
}

// 64,000 cells of 4640 sample sites are more than the 2^28 whose coordinates and derivatives 32 bits count.
// Who only reads the scenario does not know yet how many ranks there will be, and does not refuse it.
TEST(StatesOfRanks, have_more_sites_than_one_rank_could) {
  const auto refusal = [](int ranks) {
    Scenario s = cells_in_a_row(ranks);
    s.objects[0].closed().sample_sites = 64000 / 16 * 4640;
    for (const Finding& finding : check_scenario(s)) EXPECT_NE(finding.key, "objects") << finding.message;
    try {
      require_distributable(s, s.device, false);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(4), "");
  EXPECT_EQ(refusal(1),
            "objects: too many sites in all: 296960000, at most 268435455 by 1 rank; more GPUs, or "
            "ranks, take more (--gpus, --ranks)");
}

} // namespace ibsim

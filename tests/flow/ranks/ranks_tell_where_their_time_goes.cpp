// Times of ranks in the table at a run's end and in `ibsim bench step`.
#include "simulation/scenarios.hpp"
#include "simulation/simulation_on.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace ibsim {
using namespace testing_scenarios;

namespace {

std::vector<RankTimes> times_of(int ranks, int cells) {
  Scenario s = red_cell_in_shear(16, 50, 100, 0.5, 10);
  s.grid.n.z = 64;
  const Placement first = s.objects[0].placements[0];
  s.objects[0].placements.assign(static_cast<std::size_t>(cells), first);
  for (int i = 0; i < cells; ++i) s.objects[0].placements[static_cast<std::size_t>(i)].centre.z = 8 + 16 * i;
  if (cells == 0) s.objects.clear();
  s.device.ranks = ranks;
  const Stream<Cpu> stream;
  const std::vector<SurfaceKind> kinds = make_surface_kinds(s, "");
  SimulationOn<Cpu> simulation(stream, s, kinds);
  for (int i = 0; i < 8; ++i) simulation.advance();
  return simulation.times_of_ranks();
}

} // namespace

TEST(TimesOfRanks, tell_messages_apart_and_who_waits) {
  const std::vector<RankTimes> ranks = times_of(3, 2);
  ASSERT_EQ(ranks.size(), 3u);
  std::vector<double> longer(ranks.size(), 0);
  for (std::size_t kind = 0; kind < message_names.size(); ++kind) {
    double least = 1e9;
    for (const RankTimes& rank : ranks) {
      ASSERT_EQ(rank.messages.size(), message_names.size());
      EXPECT_GT(rank.messages[kind], 0) << message_names[kind];
      least = std::min(least, rank.messages[kind]);
    }
    for (std::size_t r = 0; r < ranks.size(); ++r) longer[r] += ranks[r].messages[kind] - least;
  }
  for (std::size_t r = 0; r < ranks.size(); ++r) EXPECT_EQ(ranks[r].waits, longer[r]);
  EXPECT_TRUE(times_of(1, 1).empty()); // nobody to wait for
}

// Without objects there are no sites to tell of.
TEST(TimesOfRanks, have_no_sites_where_there_are_no_objects) {
  for (const RankTimes& rank : times_of(2, 0)) {
    ASSERT_EQ(rank.messages.size(), message_names.size());
    EXPECT_GT(rank.messages[static_cast<std::size_t>(MessagesOf::transposes)], 0);
    EXPECT_EQ(rank.messages[static_cast<std::size_t>(MessagesOf::sites)], 0);
  }
}

} // namespace ibsim

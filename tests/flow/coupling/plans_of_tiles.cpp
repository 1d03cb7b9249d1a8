// Plans of spreading by tiles: each follows from two numbers, has enough capacity, and its arithmetic holds
// up to the largest numbers of points and tiles.
#include "coupling/spread_algorithms.hpp"
#include "coupling/tile_plan.hpp"

#include <gtest/gtest.h>

namespace ibsim {

constexpr Index most = std::numeric_limits<Index>::max();

TEST(TilePlans, patches_where_points_are_many_for_the_tiles_and_gathering_where_tiles_are_many) {
  EXPECT_FALSE(tile_plan(8832, 512).gathers);                                            // a red cell on 64^3
  EXPECT_FALSE(tile_plan(1 << 20, 4096).gathers);                                        // 128^3
  const TilePlan either = tile_plan(1 << 16, 4096), gathering = tile_plan(8832, 262144); // 512^3
  EXPECT_TRUE(either.gathers);
  EXPECT_EQ(either.tile_patches, 4096);
  EXPECT_TRUE(gathering.gathers);
  EXPECT_EQ(gathering.tile_patches, 0);
}

TEST(TilePlans, every_plan_spreads_and_its_pieces_hold_all_points) {
  for (const Index tiles : {1, 8, 512, 1024, 1025, 4096, 262144, 1 << 23})
    for (const Index n : {1, 64, 1025, 8832, 1 << 16, 1 << 20, 1 << 28, most}) {
      const TilePlan plan = tile_plan(n, tiles);
      EXPECT_TRUE(plan.gathers || plan.tile_patches == tiles) << n << " points, " << tiles << " tiles";
      EXPECT_GE(plan.segment, 64);
      EXPECT_EQ(plan.segment % 32, 0);
      const Index pieces = plan.pieces(n);
      EXPECT_TRUE(pieces > 0 ? Size{pieces} * plan.segment >= n : n <= plan.segment);
      EXPECT_LE(pieces, 513); // as many as fit on a large GPU
      EXPECT_TRUE(plan.pieces(1) == 0);
    }
}

TEST(TilePlans, many_points_are_summed_by_tile_wherever_their_list_begins) {
  for (const Index n : {most_in_pieces, Index{715827882}}) { // to the most that there can be: see PointCounts
    const TilePlan plan = tile_plan(n, 262144);
    EXPECT_EQ(plan.pieces(n), 0);
    EXPECT_FALSE(plan.joins);
    EXPECT_LE(Size{n} + plan.segment, Size{most}) << "where a tile's first points end has a number";
  }
}

TEST(TilePlans, patches_by_tile_take_no_more_memory_than_points_are_worth) {
  // 42 KB a tile: at most 4 patches a point, or those of 1024 tiles
  for (const Index tiles : {1025, 4096, 262144, 1 << 23})
    for (const Index n : {1025, 8832, 1 << 16, 1 << 20})
      EXPECT_LE(tile_plan(n, tiles).tile_patches, 4 * Size{n} + 4) << n << " points, " << tiles << " tiles";
}

TEST(PointCounts, three_items_a_point_must_have_numbers) {
  EXPECT_EQ(items_of(715827882), 2147483646);
  EXPECT_THROW(items_of(715827883), InputError);
  EXPECT_THROW(items_of(most), InputError);
}

} // namespace ibsim

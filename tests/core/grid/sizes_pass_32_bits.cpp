// Counts of more than 2^31, where it costs no memory to test them.
#include "base/error.hpp"
#include "grid/neighbours.hpp"
#include "linalg/plane_fft.hpp"
#include "parallel/reduce.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace ibsim {
namespace {

constexpr int n = 1290; // the largest cube whose cells an Index counts
constexpr Size cells = Size{n} * n * n;

TEST(LargestGrid, has_cells_that_an_index_counts_and_components_that_it_does_not) {
  const Grid grid{{n, n, n}, 0.25};
  EXPECT_EQ(grid.cells(), cells);
  EXPECT_EQ(&checked(grid), &grid);
  EXPECT_EQ(grid.index(n - 1, n - 1, n - 1), cells - 1);
  EXPECT_EQ(slab_of_all(grid.n).stored_cells(), cells);
  EXPECT_GT(3 * grid.cells(), Size{1} << 32);
  EXPECT_EQ(PlaneFft<Cpu>::complex_size(grid.n), static_cast<std::size_t>(Size{n / 2 + 1} * n * n));
  EXPECT_THROW(checked(Grid{{n + 1, n + 1, n + 1}, 0.25}), InputError);
}

// In whole sections of layers, so equal but for one section, and the last one, which may be shorter.
TEST(LargestGrid, is_cut_into_slabs_that_hold_every_plane_once) {
  for (const int planes : {64, 100, n})
    for (const int ranks : {1, 2, 3, 4, 8})
      for (const int layers : {(planes - 1) / 8 + 1, planes}) {
        const Grid grid{{n, n, planes}, 0.25};
        int next = 0, thinnest = planes, thickest = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          const Slab slab = slab_of(grid, rank, ranks, layers);
          EXPECT_EQ(slab.first, next);
          bool begins_a_layer = false;
          for (int layer = 0; layer < layers; ++layer)
            begins_a_layer |= slab.first == Size{layer} * planes / layers;
          EXPECT_TRUE(begins_a_layer);
          EXPECT_EQ(slab.stored_cells(), Size{n} * n * (slab.planes + (ranks > 1 ? 2 * ghost_planes : 0)));
          next += slab.planes;
          thinnest = std::min(thinnest, slab.planes), thickest = std::max(thickest, slab.planes);
        }
        EXPECT_EQ(next, planes);
        EXPECT_LE(thickest - thinnest, 2 * layers_of_section(layers) * ((planes - 1) / layers + 1));
      }
  EXPECT_THROW(slab_of(Grid{{8, 8, 7}, 1}, 0, 4, 7), InputError);
  EXPECT_THROW(slab_of(Grid{{8, 8, 24}, 1}, 0, 4, 3), InputError); // three layers of tiles
}

// Planes below and above are around the box.
TEST(Slabs, know_where_planes_are_in_their_memory) {
  const Grid grid{{2, 2, 11}, 1};
  for (const int ranks : {1, 2, 3, 5})
    for (int rank = 0; rank < ranks; ++rank) {
      const Slab slab = slab_of(grid, rank, ranks, 11);
      for (int at = 0; at < slab.stored(); ++at) {
        const int plane = slab.first - slab.ghosts + at, in_box = wrapped_around(plane, 11);
        EXPECT_EQ(slab.owns(in_box), at >= slab.ghosts && at < slab.ghosts + slab.planes);
        for (const int image : {-22, 0, 11}) EXPECT_EQ(slab.local(plane + image), at);
      }
      int stored = 0;
      for (int k = 0; k < 11; ++k) stored += slab.local(k) >= 0;
      EXPECT_EQ(stored, slab.stored());
    }
}

// Of the numbers 0 .. 2^31 + 999, those from 2^31 on are met, once each, and none is negative.
TEST(LargestGrid, loops_and_sums_pass_32_bits) {
  const Size limit = Size{1} << 31, most = limit + 1000;
  const Stream<Cpu> stream;
  const auto count = [=](Size i) { return i < 0 ? std::uint64_t{10'000} : std::uint64_t{i >= limit}; };
  EXPECT_EQ(sum<std::uint64_t>(stream, most, count), 1000u);
  std::vector<int> met(1000);
  for_each(stream, most, [=, at = met.data()](Size i) {
    if (i >= limit) ++at[i - limit];
  });
  EXPECT_EQ(met, std::vector<int>(1000, 1));
}

} // namespace
} // namespace ibsim

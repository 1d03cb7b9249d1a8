// Counts of more than 2^31, where it costs no memory to test them.
#include "base/error.hpp"
#include "grid/grid.hpp"
#include "linalg/plane_fft.hpp"
#include "linalg/real_fft.hpp"
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
  EXPECT_EQ(whole(grid.n).index(n - 1, n - 1, n - 1), cells - 1);
  EXPECT_GT(3 * grid.cells(), Size{1} << 32);
  EXPECT_EQ(RealFft<Cpu>::complex_size(grid.n), static_cast<std::size_t>(Size{n / 2 + 1} * n * n));
  EXPECT_EQ(PlaneFft<Cpu>::complex_size(grid.n), RealFft<Cpu>::complex_size(grid.n));
  EXPECT_THROW(checked(Grid{{n + 1, n + 1, n + 1}, 0.25}), InputError);
}

TEST(LargestGrid, is_cut_into_slabs_that_hold_every_plane_once) {
  for (const int planes : {1, 7, 64, n})
    for (const int ranks : {1, 2, 3, 4, 8})
      for (const int layer : {1, 4, 8}) {
        int next = 0, thinnest = planes, thickest = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          const Subdomain part = slab({n, n, planes}, rank, ranks, layer, {0, 0, 3});
          EXPECT_EQ(part.offset.z, next);
          EXPECT_TRUE(part.offset.z % layer == 0 || part.n.z == 0);
          EXPECT_EQ(part.size(), Size{n} * n * (part.n.z + 6));
          next += part.n.z;
          thinnest = std::min(thinnest, part.n.z), thickest = std::max(thickest, part.n.z);
        }
        EXPECT_EQ(next, planes);
        EXPECT_LE(thickest - thinnest, 2 * layer - 1); // a whole layer, and the thin one at the end
      }
}

// Of the numbers 0 .. 2^31 + 999, those from 2^31 on are met, once each, and none is negative.
TEST(LargestGrid, loops_and_sums_pass_32_bits) {
  const Size limit = Size{1} << 31, most = limit + 1000;
  const Stream<Cpu> stream;
  EXPECT_EQ(sum<std::uint64_t>(stream, most, [=](Size i) { return std::uint64_t{i >= limit}; }), 1000u);
  EXPECT_EQ(sum<std::uint64_t>(stream, most, [=](Size i) { return std::uint64_t{i < 0}; }), 0u);
  std::vector<int> met(1000);
  for_each(stream, most, [=, at = met.data()](Size i) {
    if (i >= limit) ++at[i - limit];
  });
  EXPECT_EQ(met, std::vector<int>(1000, 1));
}

} // namespace
} // namespace ibsim

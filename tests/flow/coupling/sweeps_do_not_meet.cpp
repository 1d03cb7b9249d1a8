// Sweeps over columns and cells: parts of one sweep are so far apart that their points share no support
// point, on rings of any length, and there are as few sweeps as there can be.
#include "coupling/sweep_partition.hpp"
#include "grid/neighbours.hpp"

#include <gtest/gtest.h>
#include <set>

namespace ibsim {

int distance_around(int a, int b, int n) { return std::min(std::abs(a - b), n - std::abs(a - b)); }

TEST(Sweeps, cells_of_one_colour_are_a_support_apart) {
  for (int s = 1; s <= 6; ++s)
    for (int n = 1; n <= 70; ++n) {
      const RingColouring ring(n, s);
      for (int a = 0; a < n; ++a) {
        EXPECT_TRUE(ring.group_of(a) >= 0 && ring.group_of(a) < ring.groups) << n << ", " << s;
        EXPECT_TRUE(ring.colour_of(a) >= 0 && ring.colour_of(a) < ring.colours) << n << ", " << s;
        for (int b = 0; b < a; ++b) {
          if (ring.colour_of(a) == ring.colour_of(b)) {
            EXPECT_GE(distance_around(a, b, n), s) << a << " and " << b << " of " << n;
          }
        }
      }
    }
}

TEST(Sweeps, colours_are_as_few_as_there_can_be) {
  // At most floor(n/s) cells of a ring are s apart from each other (one, if n < 2s): n over that, rounded up,
  // bounds the colours.
  for (int s = 1; s <= 6; ++s)
    for (int n = 1; n <= 70; ++n) {
      const int most_of_a_colour = std::max(1, n / s);
      EXPECT_EQ(RingColouring(n, s).colours, (n + most_of_a_colour - 1) / most_of_a_colour) << n << ", " << s;
    }
  // 4^d sweeps over cells and 4^(d-1) over columns.
  EXPECT_EQ(SweepPartition({{64, 64, 64}, 1}, SweepOver::cells, 4).sweeps(), 64);
  EXPECT_EQ(SweepPartition({{64, 64, 64}, 1}, SweepOver::columns, 4).sweeps(), 16);
}

TEST(Sweeps, every_part_has_an_index_of_its_own_in_the_range_of_its_sweep) {
  for (const Int3 n : {Int3{1, 1, 1}, {3, 4, 5}, {7, 8, 9}, {13, 2, 11}}) {
    const Grid grid{n, 1};
    for (const SweepOver parts : {SweepOver::columns, SweepOver::cells}) {
      const SweepPartition partition(grid, parts, 4);
      std::set<std::uint32_t> indices;
      for (int d = 0; d < 3; ++d)
        for (int k = 0; k < n.z; ++k)
          for (int j = 0; j < n.y; ++j)
            for (int i = 0; i < n.x; ++i) indices.insert(partition.sweep_index(d, i, j, k));
      EXPECT_EQ(indices.size(), 3u * n.y * n.z * (parts == SweepOver::columns ? 1 : n.x));
      EXPECT_LT(*indices.rbegin(),
                static_cast<std::uint32_t>(partition.sweeps() * partition.parts_of_sweep()));
    }
  }
}

TEST(Sweeps, supports_of_one_sweep_are_disjoint_in_space) {
  constexpr int s = 4;
  const Grid grid{{9, 10, 8}, 1};
  for (const SweepOver parts : {SweepOver::columns, SweepOver::cells}) {
    const SweepPartition partition(grid, parts, s);
    // by which part, [sweep][grid point]
    std::vector<std::int64_t> written(grid.cells() * partition.sweeps(), -1);
    for (int k = 0; k < grid.n.z; ++k)
      for (int j = 0; j < grid.n.y; ++j)
        for (int i = 0; i < grid.n.x; ++i) {
          const std::int64_t mine = partition.sweep_index(0, i, j, k),
                             sweep = mine / partition.parts_of_sweep();
          for (int m = 0; m < s * s * s; ++m) {
            const Index at =
                grid.index(wrapped_around(i + m % s - s / 2, 9), wrapped_around(j + m / s % s - s / 2, 10),
                           wrapped_around(k + m / (s * s) - s / 2, 8));
            std::int64_t& by = written[sweep * grid.cells() + at];
            EXPECT_TRUE(by == -1 || by == mine) << "sweep " << sweep << ", grid point " << at;
            by = mine;
          }
        }
  }
}

TEST(Sweeps, a_grid_too_large_to_be_numbered_is_refused) {
  EXPECT_THROW(SweepPartition({{1261, 1261, 1261}, 1}, SweepOver::cells, 2), InputError);
  EXPECT_NO_THROW(SweepPartition({{1261, 1261, 1261}, 1}, SweepOver::columns, 2));
}

} // namespace ibsim

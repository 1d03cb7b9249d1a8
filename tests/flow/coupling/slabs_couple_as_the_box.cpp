// Ranks that have slabs of a field interpolate and spread as one that has all of it: to the bit, for any
// number of them. One adds the same numbers in the same order, or says that the point is another's.
#include "coupling/points_and_fields.hpp"
#include "coupling/spread_again.hpp"

#include <bit>
#include <limits>

namespace ibsim {
using namespace coupling_test;

namespace {

std::uint64_t bits(real x) { return std::bit_cast<std::uint64_t>(x); }

/// A component of a slab, with its ghosts, from that of the box.
std::vector<real> part_of(const std::vector<real>& box, const Grid& grid, const Slab& slab) {
  const Size plane = Size{grid.n.x} * grid.n.y;
  std::vector<real> part;
  for (Index k = slab.first - slab.ghosts; k < slab.first + slab.planes + slab.ghosts; ++k) {
    const Index from = (k + grid.n.z) % grid.n.z;
    part.insert(part.end(), box.begin() + from * plane, box.begin() + (from + 1) * plane);
  }
  return part;
}

/// Points everywhere, also far outside of the box, on planes between slabs and beside them, and nowhere.
Vectors points_everywhere(const Grid& grid, std::size_t n) {
  const Real3 l = grid.lengths();
  Vectors X = random_vectors(n, {-l.x, -l.y, -l.z}, {2 * l.x, 2 * l.y, 2 * l.z});
  for (int k = 0; k <= grid.n.z; ++k)
    for (const real beside : {-1e-15, 0.0, 1e-15, 0.5}) X.push_back({1.3, 2.1, grid.h * (k + beside)});
  X.push_back({1, 1, std::nan("")});
  return X;
}

struct Box {
  Int3 n;
  int ranks;
};
// even and odd numbers of planes; the least that a rank can have, two; one plane more than that
const std::vector<Box> boxes{{{12, 10, 16}, 1}, {{12, 10, 16}, 2}, {{12, 10, 16}, 3}, {{9, 7, 15}, 4},
                             {{8, 8, 10}, 5},   {{4, 3, 5}, 2},    {{6, 16, 8}, 4}};

} // namespace

TEST(Slabs, interpolate_as_the_box_to_the_bit) {
  const Stream<Cpu> stream;
  for (const Box& box : boxes)
    for (const DeltaKernel kernel : all_kernels) {
      const Grid grid{box.n, 0.5};
      const Vectors X = points_everywhere(grid, 300);
      const auto n = static_cast<Index>(X.size());
      Field u;
      for (int d = 0; d < 3; ++d) {
        u.emplace_back();
        for (const Real3& v : random_vectors(grid.cells(), {-1, -1, -1}, {1, 1, 1}, 3 + d))
          u[d].push_back(v.x);
      }
      const Array<real, Cpu> x(stream, by_component(X));
      std::vector<real> whole(3 * X.size()), of_slab(3 * X.size());
      ibsim::interpolate<Cpu>(stream, kernel, grid, {u[0].data(), u[1].data(), u[2].data()},
                              vectors_view<const real>(x.data(), n), vectors_view(whole.data(), n));
      std::vector<std::uint64_t> sum(whole.size(), 0);
      std::vector<int> owners(whole.size(), 0);
      for (int rank = 0; rank < box.ranks; ++rank) {
        const Slab slab = slab_of(grid, rank, box.ranks, grid.n.z);
        Field part;
        for (int d = 0; d < 3; ++d) part.push_back(part_of(u[d], grid, slab));
        const Size first = slab.ghost_cells();
        ibsim::interpolate<Cpu>(stream, kernel, grid, slab,
                                {part[0].data() + first, part[1].data() + first, part[2].data() + first},
                                vectors_view<const real>(x.data(), n), vectors_view(of_slab.data(), n));
        for (std::size_t i = 0; i < sum.size(); ++i)
          sum[i] += bits(of_slab[i]), owners[i] += bits(of_slab[i]) != 0;
      }
      int different = 0;
      for (std::size_t i = 0; i < sum.size(); ++i) different += sum[i] != bits(whole[i]) || owners[i] != 1;
      EXPECT_EQ(different, 0) << to_string(kernel) << ", " << box.ranks << " ranks of " << box.n.z
                              << " planes";
    }
}

TEST(Slabs, spread_as_the_box_to_the_bit) {
  const Stream<Cpu> stream;
  for (const Box& box : boxes)
    for (const DeltaKernel kernel : all_kernels) {
      const Grid grid{box.n, 0.5};
      Vectors X = points_everywhere(grid, 2000);
      X.pop_back(); // one that is nowhere makes all that it reaches none
      const Vectors F = random_forces(X.size());
      const auto n = static_cast<Index>(X.size());
      const Array<real, Cpu> x(stream, by_component(X)), strength(stream, by_component(F));
      const Field whole = spread<Cpu>(stream, SpreadAlgorithm::tiles, kernel, grid, X, F);
      for (int rank = 0; rank < box.ranks; ++rank) {
        const Slab slab = slab_of(grid, rank, box.ranks, grid.n.z);
        const auto spreader = make_slab_spreader(stream, kernel, grid, slab, n);
        const real untouched = 17; // ghosts are left alone, own planes are overwritten
        const auto size = static_cast<std::size_t>(slab.stored_cells()),
                   first = static_cast<std::size_t>(slab.ghost_cells()),
                   own = static_cast<std::size_t>(slab.own_cells());
        for (const bool again : {false, true}) {
          std::vector<real> f(3 * size, untouched);
          const FaceView<real> view{f.data() + first, f.data() + size + first, f.data() + 2 * size + first};
          const VectorsView<const real> at = vectors_view<const real>(x.data(), n),
                                        forces = vectors_view<const real>(strength.data(), n);
          if (again)
            spread_again<Cpu>(stream, *spreader, at, forces, view);
          else
            spreader->spread(stream, at, forces, view);
          int different = 0, touched = 0;
          for (int d = 0; d < 3; ++d)
            for (std::size_t i = 0; i < size; ++i) {
              const real value = f[static_cast<std::size_t>(d) * size + i];
              if (i >= first && i < first + own)
                different +=
                    bits(value) !=
                    bits(whole[d][i - first + static_cast<std::size_t>(slab.first * slab.plane_cells())]);
              else
                touched += value != untouched;
            }
          EXPECT_EQ(different, 0) << to_string(kernel) << ", rank " << rank << " of " << box.ranks;
          EXPECT_EQ(touched, 0);
        }
      }
    }
}

} // namespace ibsim

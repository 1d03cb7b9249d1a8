// Ranks that have slabs of a field interpolate and spread as one that has all of it: to the bit, for any
// number of them. One adds the same numbers in the same order, or says that the point is another's.
#include "coupling/interpolator.hpp"
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
  std::size_t points;
  std::size_t crowd = 0; ///< of them at one place
};

/// Even and odd numbers of planes; the least that a rank can have, two on CPUs, a layer of tiles on GPUs; one
/// more than that.
template <class B>
std::vector<Box> boxes() {
  return {{{12, 10, 16}, 1, 2000}, {{12, 10, 16}, 2, 2000}, {{12, 10, 16}, 3, 2000}, {{9, 7, 15}, 4, 2000},
          {{8, 8, 10}, 5, 2000},   {{4, 3, 5}, 2, 2000},    {{6, 16, 8}, 4, 2000}};
}
#if defined(IBSIM_WITH_CUDA)
// Each way of tile_plan.hpp: few points; patches, with tiles of many pieces, which are joined before or not;
// gathering or patches as tiles are crowded; gathering alone. Each way of interpolation: rows, components,
// tiles.
template <>
std::vector<Box> boxes<Cuda>() {
  return {{{12, 10, 16}, 1, 2000},  {{12, 10, 16}, 2, 800},      {{12, 10, 16}, 2, 2000},
          {{9, 7, 33}, 3, 3000},    {{9, 7, 33}, 5, 3000},       {{24, 10, 40}, 5, 900},
          {{24, 10, 27}, 4, 40000}, {{16, 16, 17}, 3, 60000},    {{12, 10, 20}, 2, 300000},
          {{96, 96, 96}, 5, 4000},  {{96, 96, 96}, 5, 4000, 90}, {{136, 136, 140}, 4, 1100},
          {{96, 96, 96}, 3, 40000}};
}
#endif
/// Boxes with so many points that none are in pieces, by one rank and by two, with patches of a layer of
/// tiles at a time: layers on either side of the box are beside each other.
template <class B>
std::vector<Box> boxes_by_layers() {
  return {{{12, 10, 40}, 1, 3000}, {{12, 10, 40}, 2, 3000}};
}
#if defined(IBSIM_WITH_CUDA)
template <>
std::vector<Box> boxes_by_layers<Cuda>() {
  return {{{24, 10, 40}, 1, 2100000}, {{24, 10, 40}, 2, 2100000}};
}
#endif

/// Points of a box that are somewhere, with forces.
Vectors points_of(const Box& box, const Grid& grid) {
  Vectors X = points_everywhere(grid, box.points);
  X.pop_back();
  for (std::size_t p = 0; p < box.crowd; ++p) X[7 * p] = {2.2, 2.7, 0.5 * grid.n.z * grid.h};
  return X;
}

template <class B>
std::string name_of(const Box& box, DeltaKernel kernel) {
  return to_string(kernel) + ", " + std::to_string(box.ranks) + " ranks of " + std::to_string(box.n.z) +
         " planes, " + std::to_string(box.points) + " points";
}

} // namespace

template <class B>
class Slabs : public BackendTest<B> {
 public:
  /// Own planes of all ranks have the bits of the box, and ghosts are left alone.
  void expect_spreading_as_the_box(const Box& box, DeltaKernel kernel, Index at_a_time) {
    const Stream<B>& stream = this->stream();
    const Grid grid{box.n, 0.5};
    const Vectors X = points_of(box, grid), F = random_forces(X.size());
    const auto n = static_cast<Index>(X.size());
    const Array<real, B> x(stream, by_component(X)), strength(stream, by_component(F));
    const Field whole = spread<B>(stream, SpreadAlgorithm::tiles, kernel, grid, X, F);
    for (int rank = 0; rank < box.ranks; ++rank) {
      const Slab slab = slab_of(grid, rank, box.ranks, layers_of<B>(grid));
      const auto spreader = make_slab_spreader<B>(stream, kernel, grid, slab, n, n, at_a_time);
      const real untouched = 17; // ghosts are left alone, own planes are overwritten
      const auto size = static_cast<std::size_t>(slab.stored_cells()),
                 first = static_cast<std::size_t>(slab.ghost_cells()),
                 own = static_cast<std::size_t>(slab.own_cells());
      for (const bool again : {false, true}) {
        Array<real, B> field(stream, std::vector<real>(3 * size, untouched));
        const FaceView<real> view{field.data() + first, field.data() + size + first,
                                  field.data() + 2 * size + first};
        const VectorsView<const real> at = vectors_view<const real>(x.data(), n),
                                      forces = vectors_view<const real>(strength.data(), n);
        if (again)
          spread_again<B>(stream, *spreader, at, forces, view);
        else
          spreader->spread(stream, at, forces, view);
        const std::vector<real> f = field.to_host(stream);
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
        EXPECT_EQ(different, 0) << name_of<B>(box, kernel) << ", rank " << rank;
        EXPECT_EQ(touched, 0);
      }
    }
  }
};
TYPED_TEST_SUITE(Slabs, Backends, BackendNames);

TYPED_TEST(Slabs, interpolate_as_the_box_to_the_bit) {
  using B = TypeParam;
  const Stream<B>& stream = this->stream();
  for (const Box& box : boxes<B>())
    for (const DeltaKernel kernel : all_kernels) {
      const Grid grid{box.n, 0.5};
      const Vectors X = points_everywhere(grid, box.points);
      const auto n = static_cast<Index>(X.size());
      Field u;
      for (int d = 0; d < 3; ++d) {
        u.emplace_back();
        for (const Real3& v : random_vectors(grid.cells(), {-1, -1, -1}, {1, 1, 1}, 3 + d))
          u[d].push_back(v.x);
      }
      const Array<real, B> x(stream, by_component(X)), u_x(stream, u[0]), u_y(stream, u[1]),
          u_z(stream, u[2]);
      const VectorsView<const real> at = vectors_view<const real>(x.data(), n);
      const FaceView<const real> of_box{u_x.data(), u_y.data(), u_z.data()};
      Array<real, B> U(3 * X.size());
      for (const bool in_order : {false, true}) {
        const auto interpolate_in = [&](const Slab& slab, FaceView<const real> field) {
          if (in_order) {
            Interpolator<B> interpolator(stream, kernel, grid, slab, n);
            interpolator.place(stream, at);
            interpolator.interpolate(stream, field, at, vectors_view(U.data(), n));
          } else if (slab.has_all()) {
            ibsim::interpolate<B>(stream, kernel, grid, field, at, vectors_view(U.data(), n));
          } else {
            ibsim::interpolate<B>(stream, kernel, grid, slab, field, at, vectors_view(U.data(), n));
          }
          return U.to_host(stream);
        };
        const std::vector<real> whole = interpolate_in(slab_of_all(grid.n), of_box);
        std::vector<std::uint64_t> sum(whole.size(), 0);
        std::vector<int> owners(whole.size(), 0);
        for (int rank = 0; rank < box.ranks; ++rank) {
          const Slab slab = slab_of(grid, rank, box.ranks, layers_of<B>(grid));
          std::vector<Array<real, B>> part;
          for (int d = 0; d < 3; ++d) part.emplace_back(stream, part_of(u[d], grid, slab));
          const Size first = slab.ghost_cells();
          const std::vector<real> of_slab =
              interpolate_in(slab, {part[0].data() + first, part[1].data() + first, part[2].data() + first});
          for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += bits(of_slab[i]), owners[i] += bits(of_slab[i]) != 0;
        }
        int different = 0;
        for (std::size_t i = 0; i < sum.size(); ++i) different += sum[i] != bits(whole[i]) || owners[i] != 1;
        EXPECT_EQ(different, 0) << name_of<B>(box, kernel) << (in_order ? ", in order" : "");
      }
    }
}

TYPED_TEST(Slabs, spread_as_the_box_to_the_bit) {
  for (const Box& box : boxes<TypeParam>())
    for (const DeltaKernel kernel : all_kernels)
      this->expect_spreading_as_the_box(box, kernel, tiles_at_a_time);
}

TYPED_TEST(Slabs, spread_as_the_box_with_patches_of_few_layers) {
  for (const Box& box : boxes_by_layers<TypeParam>())
    for (const Index at_a_time : {1, 12}) // one layer of six tiles, and two
      this->expect_spreading_as_the_box(box, DeltaKernel::cosine, at_a_time);
}

} // namespace ibsim

// Spreading by tiles adds to what a field holds: f += S F. What is far from all points keeps its bits, one
// spreader serves fields of both number types, and points that are fixed have the bits of those that move.
#include "coupling/fixed_points.hpp"
#include "coupling/points_and_fields.hpp"
#include "coupling/spread_again.hpp"
#include "in_floats.hpp"

#include <algorithm>

namespace ibsim {
using namespace coupling_test;

template <class B>
class Adds : public BackendTest<B> {};
TYPED_TEST_SUITE(Adds, Backends, BackendNames);

namespace {

struct Case {
  Int3 n;
  std::size_t points;
  std::size_t crowd = 0; ///< of them at one place
};
/// On a GPU: few points; patches, with tiles of one piece and of many; gathering; patches as tiles are
/// crowded.
const std::vector<Case> cases{{{16, 24, 32}, 500},
                              {{16, 24, 32}, 5000},
                              {{16, 24, 32}, 40000},
                              {{96, 96, 96}, 4000},
                              {{96, 96, 96}, 4000, 90}};

/// Points in the lower half of a box.
Vectors points_below(const Grid& grid, const Case& of) {
  const Real3 l = grid.lengths();
  Vectors X = random_vectors(of.points, {0, 0, 0}, {l.x, l.y, l.z / 2});
  for (std::size_t p = 0; p < of.crowd; ++p) X[p] = {1.1, 1.3, 0.9};
  return X;
}

std::vector<real> arbitrary_field(const Grid& grid) {
  std::vector<real> values(3 * static_cast<std::size_t>(grid.cells()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<real>(i % 1009));
  return values;
}

} // namespace

// A sum of m terms of at most 64 (weights up to 1/8 a volume of a cell, of 1/64), in two orders: m^2
// roundings of 32 at most. m is what the cells around a grid point hold.
TYPED_TEST(Adds, the_spread_forces_and_nothing_else) {
  const Stream<TypeParam>& stream = this->stream();
  for (const Case& of : cases)
    for (const DeltaKernel kernel : {DeltaKernel::bspline3, DeltaKernel::composite_sharp})
      for (const Storage storage : {Storage::doubles, Storage::floats}) {
        const Grid grid{of.n, 0.25};
        const auto n = static_cast<Index>(of.points);
        const Array<real, TypeParam> x(stream, by_component(points_below(grid, of))),
            strength(stream, by_component(random_forces(of.points)));
        const auto at = vectors_view<const real>(x.data(), n),
                   F = vectors_view<const real>(strength.data(), n);
        const auto spreader = make_spreader(stream, SpreadAlgorithm::tiles, kernel, grid, n);
        FaceField<TypeParam> spread(stream, grid, storage), start(stream, grid);
        start.values().set(stream, arbitrary_field(grid));
        FaceField<TypeParam> sum =
            storage == Storage::floats ? in_floats(stream, start) : in_doubles(stream, start);
        const std::vector<real> before = values_of(stream, sum);
        spread_into<TypeParam>(stream, *spreader, at, F, spread.any(), false);
        spread_and_add<TypeParam>(stream, *spreader, at, F, sum.any());
        const std::vector<real> found = values_of(stream, sum), alone = values_of(stream, spread);
        const real terms = 64.0 * 2 * static_cast<real>(of.points) / static_cast<real>(grid.cells()) +
                           static_cast<real>(of.crowd) + 20,
                   eps = storage == Storage::floats ? eps_of_floats : round_off;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
          ASSERT_NEAR(found[i], before[i] + alone[i], 32 * terms * terms * eps)
              << to_string(kernel) << ", " << of.points << " points, " << i;
          if (alone[i] != 0) continue;
          ASSERT_EQ(found[i], before[i]);
          ++kept;
        }
        EXPECT_GT(kept, found.size() / 4);
      }
}

TYPED_TEST(Adds, and_spreads_into_floats_as_one_that_was_made_for_them) {
  const Stream<TypeParam>& stream = this->stream();
  for (const Case& of : cases) {
    const Grid grid{of.n, 0.25};
    const auto n = static_cast<Index>(of.points);
    const Array<real, TypeParam> x(stream, by_component(points_below(grid, of))),
        strength(stream, by_component(random_forces(of.points)));
    const auto at = vectors_view<const real>(x.data(), n), F = vectors_view<const real>(strength.data(), n);
    const Slab all = slab_of_all(grid.n);
    const auto either = make_spreader(stream, SpreadAlgorithm::tiles, DeltaKernel::bspline3, grid, n),
               floats = make_slab_spreader<TypeParam>(stream, DeltaKernel::bspline3, grid, all, n, n,
                                                      tiles_at_a_time, Storage::floats);
    FaceField<TypeParam> in_double(stream, grid), f(stream, grid, Storage::floats),
        g(stream, grid, Storage::floats);
    either->spread(stream, at, F, in_double.view());
    spread_into<TypeParam>(stream, *either, at, F, f.any(), true);
    spread_into<TypeParam>(stream, *floats, at, F, g.any(), false);
    EXPECT_EQ(values_of(stream, f), values_of(stream, g)) << of.points;
  }
}

// Of fixed points a GPU leaves out the kernels without work: those for crowded tiles, or those for others.
// Points that are placed anew may be crowded.
TYPED_TEST(Adds, fixed_points_as_others) {
  const Stream<TypeParam>& stream = this->stream();
  for (const Case& of : cases) {
    const Grid grid{of.n, 0.25};
    const auto n = static_cast<Index>(of.points);
    const auto fixed = make_spreader_of_fixed_points<TypeParam>(stream, DeltaKernel::bspline3, grid,
                                                                slab_of_all(grid.n), n, Storage::doubles),
               moving = make_spreader(stream, SpreadAlgorithm::tiles, DeltaKernel::bspline3, grid, n);
    const Array<real, TypeParam> strength(stream, by_component(random_forces(of.points)));
    const auto F = vectors_view<const real>(strength.data(), n);
    Case crowded = of;
    crowded.crowd = 90;
    for (const Case& places : {of, crowded, of}) {
      const Array<real, TypeParam> x(stream, by_component(points_below(grid, places)));
      const auto at = vectors_view<const real>(x.data(), n);
      FaceField<TypeParam> f(stream, grid), g(stream, grid);
      fixed->spread(stream, at, F, f.view()), moving->spread(stream, at, F, g.view());
      EXPECT_EQ(values_of(stream, f), values_of(stream, g)) << of.points << ", crowd " << places.crowd;
      spread_and_add<TypeParam>(stream, *fixed, at, F, f.any());
      spread_and_add<TypeParam>(stream, *moving, at, F, g.any());
      EXPECT_EQ(values_of(stream, f), values_of(stream, g)) << of.points << ", crowd " << places.crowd;
    }
  }
}

} // namespace ibsim

// Coupling in floats splits a coordinate into a cell and the rest (stencil.hpp), and points are put in order
// by cells that are found otherwise. Rounding may part the two where a cell begins. There, too, fields in
// floats get what fields in doubles get.
#include "coupling/interpolation_in_floats.hpp"
#include "coupling/points_and_fields.hpp"
#include "coupling/spread_again.hpp"
#include "in_floats.hpp"

namespace ibsim {
using namespace coupling_test;

template <class B>
class WhereCellsBegin : public BackendTest<B> {};
TYPED_TEST_SUITE(WhereCellsBegin, Backends, BackendNames);

/// Points on grid points of all staggerings and their neighbours among numbers, in the box and many boxes
/// away.
/// @param h no fraction of powers of two, so that X/h is rounded
Vectors points_where_cells_begin(const Grid& grid, std::size_t n) {
  std::mt19937 generator(5);
  Vectors X(n);
  for (Real3& x : X)
    for (int d = 0; d < 3; ++d) {
      const auto half_cells = static_cast<real>(generator() % (2 * grid.n[d] + 1));
      const auto boxes = static_cast<real>(generator() % 5 == 0 ? generator() % 2001 : 1000) - 1000;
      x[d] = grid.h * (half_cells / 2 + boxes * grid.n[d]);
      const unsigned beside = generator() % 4;
      if (beside == 1 || beside == 2) x[d] = std::nextafter(x[d], beside == 1 ? -1e9 : 1e9);
      if (beside == 3) x[d] -= 1e-17; // below zero, and on the box's upper end when it is wrapped
    }
  return X;
}

struct PointsOnGrid {
  Int3 n;
  std::size_t points;
};

/// Few points; rows, components and tiles of interpolation; patches, and gathering on a grid of many tiles
/// (tile_plan.hpp).
const std::vector<PointsOnGrid> ways{
    {{24, 16, 32}, 500}, {{24, 16, 32}, 5000}, {{24, 16, 32}, 40000}, {{96, 88, 96}, 5000}};

// A place is known to 7e-12 cells (below), slopes of kernels are at most one, and a grid point adds 64
// n/cells forces of size F/h^3 = 37.
TYPED_TEST(WhereCellsBegin, spreading_in_doubles_follows_its_equation) {
  const Grid grid{{24, 16, 32}, 0.3};
  for (const std::size_t n : {300u, 3000u}) { // few points, and patches
    const Vectors X = points_where_cells_begin(grid, n), F = random_forces(n);
    const real terms = std::max(1.0, 64.0 * static_cast<real>(n) / static_cast<real>(grid.cells()));
    for (const DeltaKernel kernel : all_kernels) {
      const Field wanted = spread_written_out(kernel, grid, X, F),
                  found = spread(this->stream(), SpreadAlgorithm::tiles, kernel, grid, X, F);
      for (int d = 0; d < 3; ++d)
        for (std::size_t i = 0; i < wanted[d].size(); ++i)
          ASSERT_NEAR(found[d][i], wanted[d][i], 37 * 4 * terms * 7e-12) << to_string(kernel) << ", " << i;
    }
  }
}

// A place is known to the round-off of X, 1000 boxes of 32 or 96 cells away: 7e-12 or 2e-11 cells. So what is
// left is the rounding of floats, as anywhere else (interpolation_in_floats.hpp).
TYPED_TEST(WhereCellsBegin, interpolation) {
  for (const PointsOnGrid& way : ways) {
    const Grid grid{way.n, 0.3};
    expect_floats_as_doubles(this->stream(), grid, points_where_cells_begin(grid, way.points));
    if (this->HasFatalFailure()) return;
  }
}

// As spreading into floats anywhere else (spread_repeats_to_the_bit.cpp): the terms of a grid point come from
// 4^3 cells, are F/h^3 = 37 at most, and points on a grid of half cells lie up to 8 times as close.
TYPED_TEST(WhereCellsBegin, spreading) {
  const Stream<TypeParam>& stream = this->stream();
  for (const PointsOnGrid& way : ways) {
    const Grid grid{way.n, 0.3};
    const auto n = static_cast<Index>(way.points);
    const Array<real, TypeParam> x(stream, by_component(points_where_cells_begin(grid, way.points))),
        strength(stream, by_component(random_forces(way.points)));
    const auto at = vectors_view<const real>(x.data(), n), F = vectors_view<const real>(strength.data(), n);
    const real terms = std::max(1.0, 64.0 * static_cast<real>(n) / static_cast<real>(grid.cells()));
    for (const DeltaKernel kernel : all_kernels) {
      const auto spreader = make_slab_spreader<TypeParam>(stream, kernel, grid, slab_of_all(grid.n), n, n,
                                                          tiles_at_a_time, Storage::floats);
      const auto in_double = make_spreader(stream, SpreadAlgorithm::tiles, kernel, grid, n);
      FaceField<TypeParam> f(stream, grid, Storage::floats), exact(stream, grid);
      spread_into<TypeParam>(stream, *spreader, at, F, f.any(), false);
      in_double->spread(stream, at, F, exact.view());
      const std::vector<real> found = values_of(stream, f), wanted = values_of(stream, exact);
      for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(found[i], wanted[i], 37 * 4 * terms * eps_of_floats)
            << to_string(kernel) << ", " << n << " points, " << i;
    }
  }
}

} // namespace ibsim

// Lines 3-8 of Algorithm 4, shared by Algorithms 4, 5 and 6: the points of one component, sorted by their
// cells.
//
//   K_i = kappa([X_i]),  P = 0 .. n-1;  sort {P} by {K};  q = count unique {K}
//
// kappa is the index of the cell in the grid. In a periodic box each cell of the extended grid is the image
// of one in the box, and [X] is brought into the box first, so kappa is injective, and for one shift sigma so
// is # (kappa^-1(k) + sigma), with # the grid index of the wrapped cell: no two runs write to the same grid
// point in one sweep.
//
// A sweep needs delta_h at one shift for each point. Its three factors are computed once a sort, all weights
// of a direction together, and kept in sorted order: weights[(d s + a) most_points + i], shift a -
// floor(s_d/2) in direction d, s the largest of the supports s_d. Those of d = 0 carry the factor F_p / h^3,
// so that the value spread is V_i = w_x w_y w_z.
#pragma once

#include "coupling/stencil.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce_by_key.hpp"
#include "parallel/sort_by_key.hpp"

namespace ibsim {

/// Algorithm 1: shift number j = 0 .. s_x s_y s_z - 1 as (a, b, c), each below its support; a runs fastest.
IBSIM_HD Int3 shift(int j, Int3 s) { return {j % s.x, j / s.x % s.y, j / (s.x * s.y)}; }

/// # (kappa^-1(key) + sigma), sigma = shift - floor(s/2).
IBSIM_HD Index grid_index(const Grid& grid, std::uint32_t key, Int3 s, Int3 shift) {
  const auto cell = static_cast<Index>(key);
  const int i = cell % grid.n.x, j = cell / grid.n.x % grid.n.y, k = cell / grid.n.x / grid.n.y;
  return grid.index(wrap_near(i + shift.x - s.x / 2, grid.n.x), wrap_near(j + shift.y - s.y / 2, grid.n.y),
                    wrap_near(k + shift.z - s.z / 2, grid.n.z));
}

template <class Pair, class B>
class PointsByCell {
 public:
  static constexpr int s = Pair::support;

  PointsByCell(const Stream<B>& stream, const Grid& grid, Index most_points, int most_columns)
      : grid_(grid), most_points_(most_points), weights_(3 * s * static_cast<std::size_t>(most_points)),
        by_key_(stream, most_points), by_cell_(stream, most_points, most_columns) {}

  /// Sort for component d, whose forces are F (pg um/us^2).
  void sort(const Stream<B>& stream, int d, VectorsView<const real> X, const real* F) {
    const Grid grid = grid_;
    std::uint32_t* keys = by_key_.keys();
    for_each(stream, X.n, [=] IBSIM_KERNEL(Index p) {
      int cell[3];
      real r;
      for (int e = 0; e < 3; ++e)
        cell[e] = cell_in<Pair>(d, e, box_coordinate(X[e][p], grid.h, grid.n[e]), grid.n[e], r);
      keys[p] = static_cast<std::uint32_t>(grid.index(cell[0], cell[1], cell[2]));
    });
    by_key_.sort(stream, X.n, static_cast<std::uint32_t>(grid.cells() - 1));
    by_cell_.find_runs(stream, X.n, by_key_.sorted_keys());

    const Index* order = by_key_.order();
    real* weights = weights_.data();
    const std::size_t most = most_points_;
    const real per_volume = 1 / grid.cell_volume();
    for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) {
      const Index p = order[i];
      const auto keep = [&](int e, const auto& at) {
        const real strength = e == 0 ? per_volume * F[p] : 1;
        for (int a = 0; a < at.s; ++a) weights[(e * s + a) * most + i] = strength * at.weight[a];
      };
      with_component(d, [&](auto component) {
        const auto at = component_stencils<Pair, component>(grid, X.at(p));
        keep(0, at.x), keep(1, at.y), keep(2, at.z);
      });
    });
  }

  const real* weights() const { return weights_.data(); }
  Index most_points() const { return most_points_; }
  ReduceByKey<B>& by_cell() { return by_cell_; }

 private:
  Grid grid_;
  Index most_points_;
  Array<real, B> weights_;
  SortByKey<B> by_key_;
  ReduceByKey<B> by_cell_;
};

} // namespace ibsim

// Cellwise sweeps with pruning (from the draft of the paper, sweep_partition.hpp): as the columnwise sweeps,
// with parts as small as they can be. Cells of one sweep are at least s apart in some direction; one work
// item a cell that holds points. All points of a cell have the same support points, so their indices are
// found once a cell.
//
// s^d sweeps (sweep_partition.hpp), each with work items of nearly equal work.
#include "coupling/swept_points.hpp"

namespace ibsim {

/// Adds the forces F of the points items[first] .. items[last - 1], all of one cell, to component d of f.
template <class Pair, int d>
IBSIM_HD void add_cell(const Grid& grid, real per_volume, VectorsView<const real> X, const real* F,
                       const Index* items, Index first, Index last, real* out) {
  constexpr Int3 s = supports_of<Pair>(d);
  int x[s.x] = {}, y[s.y] = {}, z[s.z] = {};
  for (Index i = first; i < last; ++i) {
    const Index p = items[i] % X.n;
    const auto at = component_stencils<Pair, d>(grid, X.at(p));
    if (i == first) {
#pragma unroll
      for (int a = 0; a < s.x; ++a) x[a] = wrap_near(at.x.first + a, grid.n.x);
#pragma unroll
      for (int a = 0; a < s.y; ++a) y[a] = wrap_near(at.y.first + a, grid.n.y);
#pragma unroll
      for (int a = 0; a < s.z; ++a) z[a] = wrap_near(at.z.first + a, grid.n.z);
    }
    const real strength = per_volume * F[p];
#pragma unroll
    for (int c = 0; c < s.z; ++c) {
#pragma unroll
      for (int b = 0; b < s.y; ++b) {
        real* row = out + grid.index(0, y[b], z[c]);
        const real weight = strength * at.y.weight[b] * at.z.weight[c];
#pragma unroll
        for (int a = 0; a < s.x; ++a) row[x[a]] += weight * at.x.weight[a];
      }
    }
  }
}

template <class Pair, class B>
class CellsSpreader : public Spreader<B> {
 public:
  CellsSpreader(const Stream<B>& stream, const Grid& grid, Index most_points)
      : cells_(stream, grid, SweepOver::cells, most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    const Grid grid = cells_.grid();
    const real per_volume = 1 / grid.cell_volume();
    cells_.for_each_part(stream, X, f, [=] IBSIM_KERNEL(const Index* items, Index first, Index last) {
      with_component(items[first] / X.n, [&](auto component) {
        add_cell<Pair, component>(grid, per_volume, X, F[component], items, first, last, f[component]);
      });
    });
  }

 private:
  PrunedSweeps<Pair, B> cells_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_cells_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                 const Grid& grid, Index most_points) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<CellsSpreader<decltype(k), B>>(stream, grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_cells_spreader(const Stream<ThisBackend>&, DeltaKernel,
                                                                    const Grid&, Index);

} // namespace ibsim

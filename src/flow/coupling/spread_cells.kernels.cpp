// Cellwise sweeps with pruning (from the draft of the paper, sweep_partition.hpp): as the columnwise sweeps,
// with parts as small as they can be. Cells of one sweep are at least s apart in some direction; one work
// item a cell that holds points. All points of a cell have the same support points, so their indices are
// found once a cell.
//
// s^d sweeps (sweep_partition.hpp), each with work items of nearly equal work.
#include "coupling/swept_points.hpp"

namespace ibsim {

template <class Kernel, class B>
class CellsSpreader : public Spreader<B> {
 public:
  CellsSpreader(const Stream<B>& stream, const Grid& grid, Index most_points)
      : cells_(stream, grid, SweepOver::cells, most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    constexpr int s = Kernel::support;
    const Grid grid = cells_.grid();
    const real per_volume = 1 / grid.cell_volume();
    cells_.for_each_part(stream, X, f, [=] IBSIM_KERNEL(const Index* items, Index first, Index last) {
      const int d = items[first] / X.n;
      real* out = f[d];
      int support[3][s];
      for (Index i = first; i < last; ++i) {
        const Index p = items[i] % X.n;
        Stencil<Kernel> at[3];
#pragma unroll
        for (int e = 0; e < 3; ++e) {
          at[e] = stencil_of<Kernel>(grid, X[e][p], d, e);
          if (i > first) continue;
#pragma unroll
          for (int a = 0; a < s; ++a) support[e][a] = wrap_near(at[e].first + a, grid.n[e]);
        }
        const real strength = per_volume * F[d][p];
#pragma unroll
        for (int c_z = 0; c_z < s; ++c_z) {
#pragma unroll
          for (int b = 0; b < s; ++b) {
            real* row = out + grid.index(0, support[1][b], support[2][c_z]);
            const real weight = strength * at[1].weight[b] * at[2].weight[c_z];
#pragma unroll
            for (int a = 0; a < s; ++a) row[support[0][a]] += weight * at[0].weight[a];
          }
        }
      }
    });
  }

 private:
  PrunedSweeps<Kernel, B> cells_;
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

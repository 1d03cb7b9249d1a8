// Columnwise sweeps with pruning (`compact` in the draft of the paper, sweep_partition.hpp): as in
// spread_columns, but the columns that hold points are picked out first, for all sweeps at once, and only
// they get a work item.
#include "coupling/swept_points.hpp"

namespace ibsim {

template <class Pair, class B>
class PrunedColumnsSpreader : public Spreader<B> {
 public:
  PrunedColumnsSpreader(const Stream<B>& stream, const Grid& grid, Index most_points)
      : columns_(stream, grid, SweepOver::columns, most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    const Grid grid = columns_.grid();
    columns_.for_each_part(stream, X, f, [=] IBSIM_KERNEL(const Index* items, Index first, Index last) {
      for (Index i = first; i < last; ++i) spread_item<Pair>(grid, X, F, items[i], f);
    });
  }

 private:
  PrunedSweeps<Pair, B> columns_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_pruned_columns_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                          const Grid& grid, Index most_points) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<PrunedColumnsSpreader<decltype(k), B>>(stream, grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_pruned_columns_spreader(const Stream<ThisBackend>&,
                                                                             DeltaKernel, const Grid&, Index);

} // namespace ibsim

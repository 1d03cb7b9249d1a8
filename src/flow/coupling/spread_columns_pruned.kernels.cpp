// Columnwise sweeps with pruning (`compact` in the draft of the paper, sweep_partition.hpp): as in
// spread_columns, but the columns that hold points are picked out first, for all sweeps at once, and only
// they get a work item.
#include "coupling/swept_points.hpp"

namespace ibsim {

template <class Kernel, class B>
class PrunedColumnsSpreader : public Spreader<B> {
 public:
  PrunedColumnsSpreader(const Stream<B>& stream, const Grid& grid, Index most_points)
      : grid_(grid), points_(stream, grid, SweepOver::columns, most_points),
        columns_(stream, points_.partition(), items_of(most_points)) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, points_.most_points());
    clear(stream, grid_, f);
    if (X.n == 0) return;
    const SweepPartition& partition = points_.partition();
    points_.sort(stream, X);
    columns_.find(stream, partition, 3 * X.n, points_.sweep_index());

    const Grid grid = grid_;
    const Index most = std::min(3 * X.n, partition.parts_of_sweep());
    const Index *items = points_.items(), *first_item = columns_.first_item();
    for (Index sweep = 0; sweep < partition.sweeps(); ++sweep) {
      const Index* first_column = columns_.first_part() + sweep;
      for_each_counted(stream, most, columns_.parts_of_sweep() + sweep, [=] IBSIM_KERNEL(Index c) {
        const Index column = *first_column + c;
        for (Index i = first_item[column]; i < first_item[column + 1]; ++i)
          spread_item<Kernel>(grid, X, F, items[i], f);
      });
    }
  }

 private:
  Grid grid_;
  SweptPoints<Kernel, B> points_;
  OccupiedParts<B> columns_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_pruned_columns_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                          const Grid& grid, Index most_points) {
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<PrunedColumnsSpreader<decltype(k), B>>(stream, grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_pruned_columns_spreader(const Stream<ThisBackend>&,
                                                                             DeltaKernel, const Grid&, Index);

} // namespace ibsim

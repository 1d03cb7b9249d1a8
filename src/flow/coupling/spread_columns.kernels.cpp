// Columnwise sweeps of McQueen and Peskin (1997, J. Supercomput. 11): the cells are cut into
// columns along x, the order of the memory; columns of one sweep have no support point in common; one work
// item a column adds its points one by one.
//
//   sort points by column and sweep
//   for each sweep: for all its columns, side by side: for each point j in the column: f_l += F_j delta_h(x_l
//   - X_j)
//
// Every column of a sweep gets a work item, whether it holds points or not, which finds its first point by a
// binary search.
#include "coupling/swept_points.hpp"

namespace ibsim {

template <class Pair, class B>
class ColumnsSpreader : public Spreader<B> {
 public:
  ColumnsSpreader(const Stream<B>& stream, const Grid& grid, Index most_points)
      : grid_(grid), points_(stream, grid, SweepOver::columns, most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, points_.most_points());
    clear(stream, grid_, f);
    if (X.n == 0) return;
    points_.sort(stream, X);

    const Grid grid = grid_;
    const Index n = 3 * X.n, columns = points_.partition().parts_of_sweep();
    const std::uint32_t* sweep_index = points_.sweep_index();
    const Index* items = points_.items();
    for (Index sweep = 0; sweep < points_.partition().sweeps(); ++sweep)
      for_each(stream, columns, [=] IBSIM_KERNEL(Index column) {
        const std::uint32_t mine = static_cast<std::uint32_t>(sweep) * columns + column;
        for (Index i = detail::first_not_below(mine, sweep_index, n, detail::Itself{});
             i < n && sweep_index[i] == mine; ++i)
          spread_item<Pair>(grid, X, F, items[i], f);
      });
  }

 private:
  Grid grid_;
  SweptPoints<Pair, B> points_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_columns_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                   const Grid& grid, Index most_points) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<ColumnsSpreader<decltype(k), B>>(stream, grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_columns_spreader(const Stream<ThisBackend>&, DeltaKernel,
                                                                      const Grid&, Index);

} // namespace ibsim

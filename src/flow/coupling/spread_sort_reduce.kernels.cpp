// Algorithm 4: sort the points by cell, then for each of the s^d shifts compute a value a point, reduce the
// values of a cell to one, and add it to the grid point at that shift from the cell. Component by component;
// runs in time of the points.
#include "coupling/points_by_cell.hpp"
#include "coupling/spread_algorithms.hpp"
#include "parallel/for_each_counted.hpp"

namespace ibsim {

template <class Pair, class B>
class SortReduceSpreader : public Spreader<B> {
 public:
  SortReduceSpreader(const Stream<B>& stream, const Grid& grid, Index most_points)
      : grid_(grid), points_(stream, grid, most_points, 1), values_(most_points), reduced_(most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    constexpr int s = Pair::support;
    require_room(X.n, points_.most_points());
    clear(stream, grid_, f);
    if (X.n == 0) return;

    const Grid grid = grid_;
    ReduceByKey<B>& by_cell = points_.by_cell();
    const std::uint32_t* keys = by_cell.unique_keys();
    const real* weights = points_.weights();
    const std::size_t most = points_.most_points();
    real *values = values_.data(), *reduced = reduced_.data();
    for (int d = 0; d < 3; ++d) {
      points_.sort(stream, d, X, F[d]);
      real* out = f[d];
      const Int3 of = supports_of<Pair>(d);
      for (int j = 0; j < of.x * of.y * of.z; ++j) {
        const Int3 sigma = shift(j, of);
        const real* w_x = weights + sigma.x * most;
        const real* w_y = weights + (s + sigma.y) * most;
        const real* w_z = weights + (2 * s + sigma.z) * most;
        for_each(stream, X.n, [=] IBSIM_KERNEL(Index i) { values[i] = w_x[i] * w_y[i] * w_z[i]; });
        by_cell.sum(stream, 1, values, reduced);
        for_each_counted(stream, X.n, by_cell.runs(), [=] IBSIM_KERNEL(Index r) {
          out[grid_index(grid, keys[r], of, sigma)] += reduced[r];
        });
      }
    }
  }

 private:
  Grid grid_;
  PointsByCell<Pair, B> points_;
  Array<real, B> values_, reduced_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_sort_reduce_spreader(const Stream<B>& stream, DeltaKernel kernel,
                                                       const Grid& grid, Index most_points) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<SortReduceSpreader<decltype(k), B>>(stream, grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_sort_reduce_spreader(const Stream<ThisBackend>&,
                                                                          DeltaKernel, const Grid&, Index);

} // namespace ibsim

// Algorithm 2: f_i = sum_j delta_h(x_i - X_j) F_j by one work item, points in the order in which they come.
#include "coupling/spread_algorithms.hpp"
#include "coupling/stencil.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

template <class Pair, class B>
class SerialSpreader : public Spreader<B> {
 public:
  SerialSpreader(const Grid& grid, Index most_points) : grid_(grid), most_points_(most_points) {}

  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, most_points_);
    clear(stream, grid_, f);
    const Grid grid = grid_;
    const real per_volume = 1 / grid.cell_volume();
    for_each(stream, X.n > 0 ? 1 : 0, [=] IBSIM_KERNEL(Index) {
      for (Index j = 0; j < X.n; ++j) {
        const PointStencils<Pair> at = point_stencils<Pair>(grid, X.at(j));
        for_each_component([&](auto component) {
          constexpr int d = component;
          add_weighted(grid, at.template at<d, 0>(), at.template at<d, 1>(), at.template at<d, 2>(),
                       per_volume * F[d][j], f[d]);
        });
      }
    });
  }

 private:
  Grid grid_;
  Index most_points_;
};

template <class B>
std::unique_ptr<Spreader<B>> make_serial_spreader(const Stream<B>&, DeltaKernel kernel, const Grid& grid,
                                                  Index most_points) {
  return with_compared_kernel<B>(kernel, [&](auto k) -> std::unique_ptr<Spreader<B>> {
    return std::make_unique<SerialSpreader<decltype(k), B>>(grid, most_points);
  });
}

template std::unique_ptr<Spreader<ThisBackend>> make_serial_spreader(const Stream<ThisBackend>&, DeltaKernel,
                                                                     const Grid&, Index);

} // namespace ibsim

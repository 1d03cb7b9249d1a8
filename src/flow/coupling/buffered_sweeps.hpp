// Algorithm 5 for a buffer that the caller owns: s_z shifts at once, each into a grid vector of its own,
// added at the end.
//
//   for each sweep of up to s_z shifts: V_ik = w_k F_p for all points; reduce V by cell; l_k += V_k at the
//   shifted cells f = l_1 + .. + l_{s_z}
//
// V and its reduction are [s_z][most_points]; the buffer is [s_z][cells].
#pragma once

#include "coupling/points_by_cell.hpp"
#include "coupling/spread_algorithms.hpp"
#include "parallel/for_each_counted.hpp"

#include <algorithm>

namespace ibsim {

template <class Pair, class B>
class BufferedSweeps {
 public:
  static constexpr int s = Pair::support;

  BufferedSweeps(const Stream<B>& stream, const Grid& grid, Index most_points, int sweep_width)
      : grid_(grid), sweep_width_(std::min(sweep_width, s * s * s)),
        points_(stream, grid, most_points, sweep_width_),
        values_(static_cast<std::size_t>(sweep_width_) * most_points),
        reduced_(static_cast<std::size_t>(sweep_width_) * most_points) {}

  std::size_t buffer_size() const { return static_cast<std::size_t>(sweep_width_) * grid_.cells(); }
  Index most_points() const { return points_.most_points(); }

  /// @param buffer buffer_size() numbers, overwritten.
  void spread(const Stream<B>& stream, VectorsView<const real> X, VectorsView<const real> F, FaceView<real> f,
              real* buffer) {
    const std::size_t cells = grid_.cells();
    const int sweep_width = sweep_width_;
    for (int d = 0; d < 3; ++d) {
      fill_zero(stream, buffer, buffer_size() * sizeof(real));
      points_.sort(stream, d, X, F[d]);
      const Int3 of = supports_of<Pair>(d);
      const int shifts = of.x * of.y * of.z;
      for (int first = 0; first < shifts; first += sweep_width)
        sweep(stream, X.n, of, first, std::min(sweep_width, shifts - first), buffer);
      real* out = f[d];
      for_each(stream, grid_.cells(), [=] IBSIM_KERNEL(Index m) {
        real total = 0;
        for (int k = 0; k < sweep_width; ++k) total += buffer[k * cells + m];
        out[m] = total;
      });
    }
  }

  /// Shifts first .. first + width - 1 of a component with these supports, into the first `width` vectors of
  /// the buffer.
  void sweep(const Stream<B>& stream, Index n, Int3 supports, int first, int width, real* buffer) {
    const Grid grid = grid_;
    const real* weights = points_.weights();
    const std::size_t most = points_.most_points(), cells = grid.cells();
    real *values = values_.data(), *reduced = reduced_.data();
    for_each(stream, n, [=] IBSIM_KERNEL(Index i) {
      for (int k = 0; k < width; ++k) {
        const Int3 sigma = shift(first + k, supports);
        const real* w = weights + i;
        values[k * most + i] = w[sigma.x * most] * w[(s + sigma.y) * most] * w[(2 * s + sigma.z) * most];
      }
    });
    ReduceByKey<B>& by_cell = points_.by_cell();
    by_cell.sum(stream, width, values, reduced);
    const std::uint32_t* keys = by_cell.unique_keys();
    for_each_counted(stream, n, by_cell.runs(), [=] IBSIM_KERNEL(Index r) {
      for (int k = 0; k < width; ++k)
        buffer[k * cells + grid_index(grid, keys[r], supports, shift(first + k, supports))] +=
            reduced[k * most + r];
    });
  }

 private:
  Grid grid_;
  int sweep_width_;
  PointsByCell<Pair, B> points_;
  Array<real, B> values_, reduced_;
};

} // namespace ibsim

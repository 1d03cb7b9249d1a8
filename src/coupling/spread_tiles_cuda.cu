// ibsim's own spreading on a GPU: one sort for all three components, no atomics, the same bits in every run.
//
//   1. sort the points, stably, by brick (4 x 4 x 4 cells of the unstaggered grid): few keys, so few passes of the radix sort
//   2. put X/h and F/h^3 into that order, and find where each brick starts
//   3. each tile of 8 x 8 x 8 grid points of each component gathers what reaches it (tile_gather.cuh), and writes it once
//
// Cost: per point in 1 and 2, per tile and per point near it in 3. Points that crowd into one tile are added one after
// the other there: correct, but slower.
#include "coupling/spread_algorithms.hpp"
#include "coupling/tile_gather.cuh"
#include "parallel/for_each.hpp"
#include "parallel/sort_by_key.hpp"

#include <algorithm>

namespace ibsim {

template <class Kernel>
class TileSpreader : public Spreader<Cuda> {
 public:
  static_assert(Kernel::support <= 4, "a point must not reach more than two cells beyond its own");

  TileSpreader(const Queue<Cuda>& queue, const Grid& grid, Index most_points)
      : grid_(grid), most_points_(most_points),
        bricks_(tiles::bricks_along(grid.n.x) * tiles::bricks_along(grid.n.y) * tiles::bricks_along(grid.n.z)),
        by_brick_(queue, most_points), brick_first_(bricks_ + std::size_t{1}), coordinates_(3 * std::size_t(most_points)),
        forces_(3 * std::size_t(most_points)) {}

  void spread(const Queue<Cuda>& queue, VectorsView<const real> X, VectorsView<const real> F, FaceView<real> f) override {
    require_room(X.n, most_points_);
    if (X.n == 0) return clear(queue, grid_, f);
    sort(queue, X, F);
    const tiles::Points points{coordinates_.data(), forces_.data(), static_cast<std::size_t>(most_points_), brick_first_.data()};
    const int count = tiles::tiles_along(grid_.n.x) * tiles::tiles_along(grid_.n.y) * tiles::tiles_along(grid_.n.z);
    const auto stream = static_cast<cudaStream_t>(queue.stream());
    tiles::gather_kernel<Kernel><<<dim3(count, 3), tiles::threads, 0, stream>>>(grid_, points, f);
    check_cuda(cudaGetLastError(), "spreading by tiles");
  }

  void sort(const Queue<Cuda>& queue, VectorsView<const real> X, VectorsView<const real> F) {
    const Grid grid = grid_;
    std::uint32_t* keys = by_brick_.keys();
    for_each(queue, X.n, [=] IBSIM_KERNEL(Index p) {
      int brick[3];
      for (int d = 0; d < 3; ++d) {
        const real t = box_coordinate(X[d][p], grid.h, grid.n[d]);
        brick[d] = (t >= 0 ? (t < grid.n[d] ? static_cast<int>(t) : grid.n[d] - 1) : 0) / tiles::brick;
      }
      keys[p] = brick[0] + tiles::bricks_along(grid.n.x) * (brick[1] + tiles::bricks_along(grid.n.y) * brick[2]);
    });
    const Index bricks = bricks_, n = X.n;
    by_brick_.sort(queue, n, static_cast<std::uint32_t>(bricks - 1));

    const std::uint32_t* sorted = by_brick_.sorted_keys();
    const Index* order = by_brick_.order();
    Index* brick_first = brick_first_.data();
    real *coordinates = coordinates_.data(), *forces = forces_.data();
    const std::size_t most = most_points_;
    const real per_volume = 1 / grid.cell_volume();
    for_each(queue, std::max(n, bricks + 1), [=] IBSIM_KERNEL(Index i) {
      if (i < n) {
        const Index p = order[i];
        for (int d = 0; d < 3; ++d) {
          coordinates[d * most + i] = box_coordinate(X[d][p], grid.h, grid.n[d]);
          forces[d * most + i] = per_volume * F[d][p];
        }
      }
      if (i <= bricks) { // the first point whose brick is not below i
        Index low = 0, high = n;
        while (low < high) {
          const Index middle = low + (high - low) / 2;
          if (sorted[middle] < static_cast<std::uint32_t>(i)) low = middle + 1;
          else high = middle;
        }
        brick_first[i] = low;
      }
    });
  }

 private:
  Grid grid_;
  Index most_points_, bricks_;
  SortByKey<Cuda> by_brick_;
  Array<Index, Cuda> brick_first_;         ///< [bricks + 1]
  Array<real, Cuda> coordinates_, forces_; ///< [3][most_points], sorted
};

template <>
std::unique_ptr<Spreader<Cuda>> make_tiles_spreader(const Queue<Cuda>& queue, DeltaKernel kernel, const Grid& grid,
                                                    Index most_points) {
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<Cuda>> {
    return std::make_unique<TileSpreader<decltype(k)>>(queue, grid, most_points);
  });
}

} // namespace ibsim

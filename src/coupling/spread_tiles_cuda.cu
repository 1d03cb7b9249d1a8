// ibsim's own spreading on a GPU: one order for all three components, no atomics, the same bits in every run.
//
//   1. the points in the order of their tiles, stably
//   (tile_order.cuh)
//   2. sums over each tile and its rim in shared memory; each grid point adds those that cover it
//   (tile_sums.cuh)
//
// Cost: per point, and per grid point the one write that every spread must make. Crowded tiles are shared out
// among blocks; where tiles are more than points, nothing but clearing f is done by tile, and no memory is
// held by tile.
#include "coupling/spread_algorithms.hpp"
#include "coupling/tile_sums.cuh"
#include "parallel/for_each.hpp"

#include <algorithm>

namespace ibsim {

template <class Kernel>
class TileSpreader : public Spreader<Cuda> {
 public:
  TileSpreader(const Stream<Cuda>& stream, const Grid& grid, Index most_points)
      : grid_(grid), tiles_(grid.n), most_points_(most_points),
        sparse_(tiles_.count() / tiles::neighbours > most_points),
        first_blocks_(sparse_ ? most_points : tiles_.count()),
        segment_(std::max(64, (most_points / 512 + 31) / 32 * 32)),
        order_(stream, grid, most_points, sparse_),
        patches_(std::size_t{3} * tiles::patch_points *
                 (std::size_t{0} + first_blocks_ + (most_points - 1) / segment_ + 1)) {
    check_cuda(cudaFuncSetAttribute(tiles::sum_tiles_kernel<Kernel>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(tiles::shared_bytes)),
               "asking for shared memory");
  }

  void spread(const Stream<Cuda>& stream, VectorsView<const real> X, VectorsView<const real> F,
              FaceView<real> f) override {
    require_room(X.n, most_points_);
    if (X.n == 0) return clear(stream, grid_, f);
    const tiles::SortedPoints points = order_.sort(stream, X, segment_);
    const Index first_blocks = sparse_ ? X.n : first_blocks_, pieces = (X.n - 1) / segment_ + 1;
    const auto handle = static_cast<cudaStream_t>(stream.handle());
    tiles::sum_tiles_kernel<Kernel><<<first_blocks + pieces, tiles::threads, tiles::shared_bytes, handle>>>(
        grid_, tiles_, first_blocks, points, X, F, patches_.data());
    check_cuda(cudaGetLastError(), "spreading by tiles");
    if (sparse_) clear(stream, grid_, f);
    const Index join_blocks = sparse_ ? tiles::neighbours * X.n : tiles_.count();
    tiles::join_patches_kernel<<<join_blocks, tiles::join_threads, 0, handle>>>(grid_, tiles_, first_blocks,
                                                                                points, patches_.data(), f);
    check_cuda(cudaGetLastError(), "joining tiles");
  }

 private:
  Grid grid_;
  tiles::Tiles tiles_;
  Index most_points_;
  bool sparse_;        ///< so few points that 27 blocks for each are fewer than tiles
  Index first_blocks_; ///< patches that are no pieces, at most
  Index segment_;      ///< points a block
  tiles::TileOrder order_;
  /// [first blocks + pieces][3][patch_points]; written before it is read wherever a tile has points
  Array<real, Cuda> patches_;
};

template <>
std::unique_ptr<Spreader<Cuda>> make_tiles_spreader(const Stream<Cuda>& stream, DeltaKernel kernel,
                                                    const Grid& grid, Index most_points) {
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<Cuda>> {
    return std::make_unique<TileSpreader<decltype(k)>>(stream, grid, most_points);
  });
}

} // namespace ibsim

// ibsim's own spreading on a GPU: one order for all three components, no atomics, the same bits in every run.
//
//   1. the tile of each point
//   2. the points in the order of their tiles, stably: by a radix sort, or, where points times tiles are few, by each tile
//      looking through the whole list, which is one short kernel instead of four
//   3. sums over each tile and its rim in shared memory; each grid point adds those that cover it   (tile_sums.cuh)
//
// Cost: per point in 1-3, and per grid point the one write that every spread must make. Crowded tiles are shared out among blocks; where
// tiles are more than points, nothing but clearing f is done by tile, and no memory is held by tile.
#include "coupling/spread_algorithms.hpp"
#include "parallel/for_each.hpp"
#include "parallel/sort_by_key.hpp"

#include "coupling/tile_sums.cuh"

#include <algorithm>

namespace ibsim {
namespace tiles {
namespace {

constexpr int order_threads = 256;

/// A block a tile: counts the points of tiles before it, which is where its own begin, and lists its own in their order.
__global__ void __launch_bounds__(order_threads) order_kernel(Index n, Index tiles, const std::uint32_t* keys, Index* tile_first, Index* order) {
  constexpr int warps = order_threads / 32;
  __shared__ Index before_by_warp[warps], own_by_warp[warps];
  const std::uint32_t tile = blockIdx.x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Index share = ((n - 1) / (warps * 32) + 1) * 32, begin = min(n, warp * share), end = min(n, begin + share);
  Index before = 0, own = 0;
#pragma unroll 4
  for (Index i = begin + lane; i < end; i += 32) {
    before += keys[i] < tile;
    own += keys[i] == tile;
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    before += __shfl_xor_sync(0xffffffffu, before, distance);
    own += __shfl_xor_sync(0xffffffffu, own, distance);
  }
  if (lane == 0) before_by_warp[warp] = before, own_by_warp[warp] = own;
  __syncthreads();
  Index first = 0, place = 0;
  for (int w = 0; w < warps; ++w) {
    first += before_by_warp[w];
    place += w < warp ? own_by_warp[w] : 0;
  }
  if (threadIdx.x == 0) {
    tile_first[tile] = first;
    if (tile == 0) tile_first[tiles] = n;
  }
  if (own == 0) return; // of this warp
  place += first;
  for (Index i = begin; i < end; i += 32) {
    const unsigned found = __ballot_sync(0xffffffffu, i + lane < end && keys[i + lane] == tile);
    if (found >> lane & 1) order[place + __popc(found & ((1u << lane) - 1))] = i + lane;
    place += __popc(found);
  }
}

/// tile_first[tile] = the first point of the sorted keys whose tile is not below this one. A warp a tile, 32 probes at a time.
__global__ void tile_first_kernel(Index n, Index tiles, const std::uint32_t* sorted, Index* tile_first) {
  const Index tile = static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  const int lane = threadIdx.x % 32;
  if (tile > tiles) return;
  Index low = 0, high = n; // it is in low .. high
  while (low < high) {
    const Index step = (high - low) / 32 + 1, probe = low + lane * step;
    const bool below = probe < high && sorted[probe] < static_cast<std::uint32_t>(tile);
    const int count = __popc(__ballot_sync(0xffffffffu, below)); // probes 0 .. count - 1 are below
    if (count == 0) break;
    const Index last_below = low + (count - 1) * step;
    high = min(high, last_below + step);
    low = last_below + 1;
  }
  if (lane == 0) tile_first[tile] = low;
}

} // namespace
} // namespace tiles

template <class Kernel>
class TileSpreader : public Spreader<Cuda> {
 public:
  TileSpreader(const Queue<Cuda>& queue, const Grid& grid, Index most_points)
      : grid_(grid), tiles_(grid.n), most_points_(most_points), sparse_(tiles_.count() / tiles::neighbours > most_points),
        first_blocks_(sparse_ ? most_points : tiles_.count()), segment_(std::max(128, (most_points / 1024 + 31) / 32 * 32)),
        by_tile_(queue, most_points), tile_first_(sparse_ ? std::size_t{0} : tiles_.count() + std::size_t{1}),
        patches_(std::size_t{3} * tiles::patch_points * (std::size_t{0} + first_blocks_ + (most_points - 1) / segment_ + 1)) {
    check_cuda(cudaFuncSetAttribute(tiles::sum_tiles_kernel<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(tiles::shared_bytes)),
               "asking for shared memory");
  }

  void spread(const Queue<Cuda>& queue, VectorsView<const real> X, VectorsView<const real> F, FaceView<real> f) override {
    require_room(X.n, most_points_);
    if (X.n == 0) return clear(queue, grid_, f);
    sort(queue, X);
    const tiles::SortedPoints points{by_tile_.order(), by_tile_.sorted_keys(), sparse_ ? nullptr : tile_first_.data(), X.n, segment_};
    const Index first_blocks = sparse_ ? X.n : first_blocks_, pieces = (X.n - 1) / segment_ + 1;
    const auto stream = static_cast<cudaStream_t>(queue.stream());
    tiles::sum_tiles_kernel<Kernel><<<first_blocks + pieces, tiles::threads, tiles::shared_bytes, stream>>>(grid_, tiles_, first_blocks, points, X, F,
                                                                                                           patches_.data());
    check_cuda(cudaGetLastError(), "spreading by tiles");
    if (sparse_) clear(queue, grid_, f);
    const Index join_blocks = sparse_ ? tiles::neighbours * X.n : tiles_.count();
    tiles::join_patches_kernel<<<join_blocks, tiles::join_threads, 0, stream>>>(grid_, tiles_, first_blocks, points, patches_.data(), f);
    check_cuda(cudaGetLastError(), "joining tiles");
  }

  /// Fills order, and tile_first or the sorted keys.
  void sort(const Queue<Cuda>& queue, VectorsView<const real> X) {
    const Grid grid = grid_;
    const tiles::Tiles tiles = tiles_;
    std::uint32_t* keys = by_tile_.keys();
    for_each(queue, X.n, [=] IBSIM_KERNEL(Index p) { keys[p] = tiles::tile_of_point(grid, tiles, X.at(p)); });

    const Index count = tiles_.count(), n = X.n;
    const auto stream = static_cast<cudaStream_t>(queue.stream());
    if (!sparse_ && static_cast<std::int64_t>(n) * count <= most_comparisons) {
      tiles::order_kernel<<<count, tiles::order_threads, 0, stream>>>(n, count, keys, tile_first_.data(), by_tile_.order());
      check_cuda(cudaGetLastError(), "ordering points by tile");
      return;
    }
    by_tile_.sort(queue, n, static_cast<std::uint32_t>(count - 1));
    if (sparse_) return;
    constexpr Index warps = 4;
    tiles::tile_first_kernel<<<count / warps + 1, 32 * warps, 0, stream>>>(n, count, by_tile_.sorted_keys(), tile_first_.data());
    check_cuda(cudaGetLastError(), "finding the first points of tiles");
  }

 private:
  /// Points times tiles up to which every tile looks through the list: there it takes as long as the radix sort.
  static constexpr std::int64_t most_comparisons = 20'000'000;

  Grid grid_;
  tiles::Tiles tiles_;
  Index most_points_;
  bool sparse_;         ///< so few points that 27 blocks for each are fewer than tiles
  Index first_blocks_;  ///< patches that are no pieces, at most
  Index segment_;
  SortByKey<Cuda> by_tile_;
  Array<Index, Cuda> tile_first_; ///< [tiles + 1], or none where sparse
  Array<real, Cuda> patches_;     ///< [first blocks + pieces][3][patch_points]; written before it is read wherever a tile has points
};

template <>
std::unique_ptr<Spreader<Cuda>> make_tiles_spreader(const Queue<Cuda>& queue, DeltaKernel kernel, const Grid& grid,
                                                    Index most_points) {
  return with_kernel(kernel, [&](auto k) -> std::unique_ptr<Spreader<Cuda>> {
    return std::make_unique<TileSpreader<decltype(k)>>(queue, grid, most_points);
  });
}

} // namespace ibsim

// Points in the order of their tiles, on a GPU: by the radix sort of parallel/, or, where points and tiles
// are few, by counting:
//
//   count_by_tile   chunks of 1024 points: the tile of each, and how many of a chunk are in each tile
//   place_by_tile   a block a chunk adds up what lies before its own points of each tile, and puts them there
//   in their order
//
// which is two short kernels instead of six.
#include "base/error.hpp"
#include "coupling/tile_order.cuh"
#include "parallel/for_each.hpp"

#include <algorithm>

namespace ibsim::tiles {
namespace {

constexpr int chunk = 1024; ///< points
/// a warp has 32 rounds points in a row
constexpr int place_threads = 256, warps = place_threads / 32, rounds = chunk / place_threads;
constexpr Index most_counted_points = 1 << 17;

__global__ void __launch_bounds__(chunk)
    count_by_tile_kernel(Grid grid, Tiles tiles, VectorsView<const real> X, std::uint32_t* codes,
                         Index* counts) {
  __shared__ int count[most_counted_tiles];
  const int thread = static_cast<int>(threadIdx.x);
  const Index p = static_cast<Index>(blockIdx.x) * chunk + thread;
  if (thread < tiles.count()) count[thread] = 0;
  __syncthreads();
  if (p < X.n) {
    const TileCode at = TileCode::of(grid, tiles, X.at(p));
    codes[p] = at.code;
    atomicAdd(&count[at.tile()], 1); // of whole numbers: the same in any order
  }
  __syncthreads();
  if (thread < tiles.count()) counts[blockIdx.x * tiles.count() + thread] = count[thread];
}

/// The sum over the threads before this one. All threads of the block must call it.
__device__ Index sum_before(Index value, Index* of_warp) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Index sum = value;
  for (int distance = 1; distance < 32; distance *= 2) {
    const Index other = __shfl_up_sync(0xffffffffu, sum, distance);
    if (lane >= distance) sum += other;
  }
  if (lane == 31) of_warp[warp] = sum;
  __syncthreads();
  Index before = sum - value;
  for (int w = 0; w < warp; ++w) before += of_warp[w];
  return before;
}

__global__ void __launch_bounds__(place_threads)
    place_by_tile_kernel(Index n, Index tiles, const std::uint32_t* codes, const Index* counts,
                         Index* tile_first, std::uint32_t* sorted_codes, Index* order) {
  __shared__ Index place[warps][most_counted_tiles]; // where the next point of a warp and tile goes
  __shared__ Index of_warp[warps];
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  const int chunks = static_cast<int>(gridDim.x), mine = static_cast<int>(blockIdx.x);

  for (Index at = thread; at < warps * most_counted_tiles; at += place_threads) place[0][at] = 0;
  __syncthreads();
  std::uint32_t code[rounds];
  Index tile[rounds];
  unsigned same[rounds]; // lanes whose points are of the same tile
#pragma unroll
  for (int r = 0; r < rounds; ++r) {
    const Index p = mine * chunk + (warp * rounds + r) * 32 + lane;
    code[r] = p < n ? codes[p] : 0;
    tile[r] = p < n ? TileCode{code[r]}.tile() : -1;
    same[r] = __match_any_sync(0xffffffffu, tile[r]);
    // one lane a tile, one warp a row
    if (p < n && __ffs(same[r]) - 1 == lane) place[warp][tile[r]] += __popc(same[r]);
    __syncwarp();
  }
  __syncthreads();

  constexpr int per_thread = most_counted_tiles / place_threads; // neighbouring tiles
  Index before_chunk[per_thread] = {}, all[per_thread] = {}, of_thread = 0;
  const Index first = thread * per_thread;
#pragma unroll 8
  for (int c = 0; c < chunks; ++c)
#pragma unroll
    for (int k = 0; k < per_thread; ++k)
      if (first + k < tiles) {
        const Index count = counts[c * tiles + first + k];
        all[k] += count;
        if (c < mine) before_chunk[k] += count;
      }
  for (int k = 0; k < per_thread; ++k) of_thread += all[k];
  Index begin = sum_before(of_thread, of_warp);
#pragma unroll
  for (int k = 0; k < per_thread; ++k) {
    if (first + k < tiles) {
      if (mine == 0) tile_first[first + k] = begin;
      Index next = begin + before_chunk[k];
      for (int w = 0; w < warps; ++w) { // from counts to places
        const Index count = place[w][first + k];
        place[w][first + k] = next;
        next += count;
      }
    }
    begin += all[k];
  }
  if (mine == 0 && thread == 0) tile_first[tiles] = n;
  __syncthreads();

#pragma unroll
  for (int r = 0; r < rounds; ++r) {
    const Index p = mine * chunk + (warp * rounds + r) * 32 + lane;
    Index to = 0;
    if (p < n) to = place[warp][tile[r]] + __popc(same[r] & ((1u << lane) - 1));
    __syncwarp();
    if (p < n) {
      order[to] = p;
      sorted_codes[to] = code[r];
      if (__ffs(same[r]) - 1 == lane) place[warp][tile[r]] += __popc(same[r]);
    }
    __syncwarp();
  }
}

/// crowded = 1 if some tile has more than `crowd` points. By thread number `thread` of `threads`.
__device__ void look_for_crowds(Index n, const std::uint32_t* sorted, Index thread, Index threads,
                                Index* crowded) {
  if (crowded == nullptr) return;
  for (Index i = thread; i < n - crowd; i += threads)
    if (TileCode{sorted[i]}.tile() == TileCode{sorted[i + crowd]}.tile()) *crowded = 1;
}

/// tile_first[tile] = the first entry of the list whose tile is not below this one. A warp a tile, 32 probes
/// at a time.
__global__ void tile_first_kernel(Index n, Index tiles, const std::uint32_t* sorted, Index* tile_first,
                                  Index* crowded) {
  look_for_crowds(n, sorted, static_cast<Index>(blockIdx.x * blockDim.x + threadIdx.x),
                  static_cast<Index>(gridDim.x * blockDim.x), crowded);
  const Index tile = static_cast<Index>((blockIdx.x * blockDim.x + threadIdx.x) / 32);
  const int lane = threadIdx.x % 32;
  if (tile > tiles) return;
  Index low = 0, high = n; // it is in low .. high
  while (low < high) {
    const Index step = (high - low) / 32 + 1, probe = low + lane * step;
    const bool below = probe < high && TileCode{sorted[probe]}.tile() < tile;
    const int count = __popc(__ballot_sync(0xffffffffu, below)); // probes 0 .. count - 1 are below
    if (count == 0) break;
    const Index last_below = low + (count - 1) * step;
    high = min(high, last_below + step);
    low = last_below + 1;
  }
  if (lane == 0) tile_first[tile] = low;
}

/// Finds the firsts of many tiles, with one thread a tile, by halving.
void find_tile_firsts_by_halving(const Stream<Cuda>& stream, Index n, Index tiles,
                                 const std::uint32_t* sorted, Index* tile_first, Index* crowded) {
  for_each(stream, tiles + 1, [=] IBSIM_KERNEL(Index tile) {
    look_for_crowds(n, sorted, tile, tiles + 1, crowded);
    Index low = 0, high = n;
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (TileCode{sorted[middle]}.tile() < tile)
        low = middle + 1;
      else
        high = middle;
    }
    tile_first[tile] = low;
  });
}

bool few(Index tiles, Index points) { return tiles <= most_counted_tiles && points <= most_counted_points; }
constexpr Index most_tiles_by_warps = 1 << 14;

} // namespace

TileOrder::TileOrder(const Stream<Cuda>& stream, const Grid& grid, Index most_points)
    : grid_(grid), tiles_(grid.n), by_tile_(stream, most_points),
      tile_first_(tiles_.count() + std::size_t{1}), crowded_(stream, 1),
      counts_(few(tiles_.count(), 1) ? static_cast<std::size_t>(tiles_.count()) *
                                           ((std::min(most_points, most_counted_points) - 1) / chunk + 1)
                                     : 0) {
  if (tiles_.count() >= TileCode::most_tiles)
    throw InputError("the grid has " + std::to_string(tiles_.count()) +
                     " tiles; spreading by tiles can have " + std::to_string(TileCode::most_tiles - 1));
}

TileList TileOrder::sort(const Stream<Cuda>& stream, VectorsView<const real> X, Index segment, bool look,
                         const TilesOfSlab* slab) {
  const Grid grid = grid_;
  const Tiles tiles = tiles_;
  const Index count = tiles_.count(), n = X.n;
  std::uint32_t* codes = by_tile_.keys();
  Index* const crowded = look ? crowded_.data() : nullptr;
  const auto handle = static_cast<cudaStream_t>(stream.handle());
  if (!look && few(count, n)) {
    const Index chunks = (n - 1) / chunk + 1;
    count_by_tile_kernel<<<chunks, chunk, 0, handle>>>(grid, tiles, X, codes, counts_.data());
    check_cuda(cudaGetLastError(), "counting points by tile");
    place_by_tile_kernel<<<chunks, place_threads, 0, handle>>>(
        n, count, codes, counts_.data(), tile_first_.data(), by_tile_.sorted_keys(), by_tile_.order());
    check_cuda(cudaGetLastError(), "placing points by tile");
  } else {
    const TilesOfSlab part = slab ? *slab : TilesOfSlab(tiles, slab_of_all(grid.n));
    const bool some = slab != nullptr;
    for_each(stream, n, [=] IBSIM_KERNEL(Index p) {
      const TileCode at = TileCode::of(grid, tiles, X.at(p));
      const bool touches = !some || part.reaches(tiles.first_cell(at.tile()).z + at.cell(2), grid.n.z);
      // a tile behind all others, in which nobody looks
      codes[p] = touches ? at.code : static_cast<std::uint32_t>(count) << TileCode::place_bits;
      if (p == 0 && crowded != nullptr) *crowded = 0;
    });
    const auto most = static_cast<std::uint32_t>(some ? count : count - 1);
    by_tile_.sort(stream, n, most << TileCode::place_bits, TileCode::place_bits);
    constexpr Index in_block = 4; // warps
    if (count <= most_tiles_by_warps) {
      tile_first_kernel<<<count / in_block + 1, 32 * in_block, 0, handle>>>(n, count, by_tile_.sorted_keys(),
                                                                            tile_first_.data(), crowded);
      check_cuda(cudaGetLastError(), "finding the first points of tiles");
    } else {
      find_tile_firsts_by_halving(stream, n, count, by_tile_.sorted_keys(), tile_first_.data(), crowded);
    }
  }
  return list(n, segment, look);
}

} // namespace ibsim::tiles

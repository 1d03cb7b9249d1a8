// Spreading by patches: the sum of the point forces over each tile and its rim (tile_order.cuh), and of those
// over the grid.
//
//   f_i = sum_j phi phi phi F_j / h^3
//
//   sum_tiles     one thread block a patch, in shared memory: points one after the other, in their order.
//                 Three warps, a component each, so no two warps ever add to the same number; a lane has two
//                 neighbours in x of the 4 x 4 x 4 support points, or of those that the kernel has.
//   join_rest     where pieces are many: the patch of a tile's first piece becomes the sum of all of them
//   join_patches  each grid point adds the patches that cover it (1 to 8, where tiles are crowded more), in a
//                 fixed order
//
// So nothing is atomic and the result is the same in every run.
//
// patches[patch][component][patch_points]: those of the tiles, if they have any, then those of the pieces;
// only those that hold points are written and read.
#pragma once

#include "coupling/tile_order.cuh"

#include <type_traits>

namespace ibsim::tiles {

constexpr int batch = 32; ///< points whose weights are made at once
/// of sum_tiles: a warp a component, and in making weights a direction
constexpr int threads = 96;

/// Two neighbours of T, double or float, read and written together.
template <class T>
using Two = std::conditional_t<std::is_same_v<T, float>, float2, double2>;

/// What sum_tiles keeps of a batch of points, in shared memory: by direction and staggering (0, 1/2) the
/// weights and the first support point in the patch. The weights of staggering 0 in direction d serve
/// component d alone; they carry the factor F_d / h^3.
/// T, here and below, is the number type of f and of the sums.
template <class T>
struct Batch {
  T weight[3][2][batch][4];
  int first[3][2][batch];
};
template <class Patch, class T>
constexpr std::size_t shared_bytes = sizeof(T) * 3 * Patch::points + sizeof(Batch<T>);

template <class Pair, class T>
__global__ void __launch_bounds__(threads)
    sum_tiles_kernel(Grid grid, Tiles tiles, TilesOfSlab part, Index first_tile, Index tile_patches,
                     TileList points, VectorsView<const real> X, VectorsView<const real> F, T* patches) {
  using Patch = PatchOf<Pair>;
  constexpr int edge = Patch::edge, plane = Patch::plane, patch_points = Patch::points;
  extern __shared__ double2 memory[];
  Two<T>* const shared = reinterpret_cast<Two<T>*>(memory);
  T* patch = reinterpret_cast<T*>(memory); // [3][patch_points]
  Batch<T>& now = *reinterpret_cast<Batch<T>*>(patch + 3 * patch_points);

  if (points.idle(true)) return;
  // block b < tile_patches: the first points of stored tile first_tile + b; tile_patches + e: what is rest in
  // piece e
  const auto block = static_cast<Index>(blockIdx.x);
  const bool is_first = block < tile_patches;
  const Share share = is_first ? first_of_tile(part.stored_tile(first_tile + block), points)
                               : rest_in_piece(block - tile_patches, points);
  if (share.tile < 0) return;
  const Index of_tile = part.patch_of(share.tile);
  if (of_tile < 0) return;
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  for (int k = thread; k < 3 * patch_points / 2; k += threads) shared[k] = {0, 0};

  // In making weights a warp has a direction and a lane a point of the batch.
  const int direction = warp, n = grid.n[direction], first = tiles.first_cell(share.tile)[direction];
  const real per_volume = 1 / grid.cell_volume();
  // In adding, a warp has a component and a lane the support points (2 pair, j, k) and (2 pair + 1, j, k).
  const int component = warp, pair = lane % 2, j = lane / 2 % 4, k = lane / 8;
  const Two<T>* const weight_x = reinterpret_cast<const Two<T>*>(now.weight[0][component != 0]) + pair;
  const T *const weight_y = &now.weight[1][component != 1][0][j], *const weight_z =
                                                                      &now.weight[2][component != 2][0][k];
  T* const mine = patch + component * patch_points + k * plane + j * edge + 2 * pair;
  const Int3 s = supports_of<Pair>(component);
  const bool inside = j < s.y && k < s.z && 2 * pair < s.x, both = 2 * pair + 1 < s.x;

  // of this lane's point in the batch to come, on the way while the present one is added
  real next_X = 0, next_F = 0;
  TileCode next_code{};
  const auto fetch = [&](Index from) {
    if (from + lane >= share.end) return;
    const Index p = points.order[from + lane];
    next_code = {points.codes[from + lane]};
    next_X = X[direction][p];
    next_F = F[direction][p];
  };
  fetch(share.begin);
  for (Index from = share.begin; from < share.end; from += batch) {
    const int count = min(static_cast<Index>(batch), share.end - from);
    __syncthreads(); // the batch before has been added
    const auto t = coordinate_in_tile<T>(next_X, grid.h, n, first, next_code, direction);
    const T force = lane < count ? static_cast<T>(next_F * per_volume) : 0;
    T whole[4] = {}, half[4] = {};
    now.first[direction][0][lane] = place_in_patch<typename Pair::Along, Patch>(t, 0, n, first, whole);
    now.first[direction][1][lane] = place_in_patch<typename Pair::Across, Patch>(t, 0.5, n, first, half);
#pragma unroll
    for (int a = 0; a < 4; ++a) {
      now.weight[direction][0][lane][a] = lane < count ? whole[a] * force : 0;
      now.weight[direction][1][lane][a] = lane < count ? half[a] : 0;
    }
    fetch(from + batch);
    __syncthreads();
    const int corner = now.first[0][component != 0][lane] + edge * now.first[1][component != 1][lane] +
                       plane * now.first[2][component != 2][lane];

    // Slots beyond the last point hold zeros. Some points together: products first, to hide the latency of
    // shared memory.
    constexpr int together = 4;
    for (int q0 = 0; q0 < count; q0 += together) {
      T* to[together];
      Two<T> value[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int q = q0 + u;
        const Two<T> wx = weight_x[2 * q];
        const T wyz = weight_y[4 * q] * weight_z[4 * q];
        to[u] = mine + __shfl_sync(0xffffffffu, corner, q);
        value[u] = {wx.x * wyz, wx.y * wyz};
      }
#pragma unroll
      for (int u = 0; u < together; ++u) {
        if (inside) {
          to[u][0] += value[u].x;
          if (both) to[u][1] += value[u].y;
        }
        __syncwarp();
      }
    }
  }
  __syncthreads();
  Two<T>* const out = reinterpret_cast<Two<T>*>(
      patches + static_cast<std::size_t>(is_first ? of_tile : block) * 3 * patch_points);
  for (int at = thread; at < 3 * patch_points / 2; at += threads) out[at] = shared[at];
}

constexpr int rest_threads = 128;
template <class Patch>
constexpr int rest_blocks = (3 * Patch::points + rest_threads - 1) / rest_threads; ///< of a patch

/// Block (b, e): part b of the patch of piece e, if that is the first piece of its tile. @param patches of
/// the pieces
template <class Patch, class T>
__global__ void __launch_bounds__(rest_threads)
    join_rest_kernel(TilesOfSlab part, TileList points, T* patches) {
  const auto e = static_cast<Index>(blockIdx.y);
  const Index tile = points.tile_at(e * points.segment);
  const Range pieces = points.pieces(points.range(tile));
  if (pieces.begin != e || pieces.size() < 2 || part.patch_of(tile) < 0) return;
  const int at = static_cast<int>(blockIdx.x * rest_threads + threadIdx.x);
  constexpr std::size_t patch = 3 * Patch::points;
  if (at >= static_cast<int>(patch)) return;
  T* const value = patches + e * patch + at;
  T sum = *value;
  Index piece = pieces.begin + 1;
  constexpr int together = 16; // reads on the way at a time
  for (; piece + together <= pieces.end; piece += together) {
    T some[together];
#pragma unroll
    for (int u = 0; u < together; ++u) some[u] = patches[(piece + u) * patch + at];
#pragma unroll
    for (int u = 0; u < together; ++u) sum += some[u];
  }
  for (; piece < pieces.end; ++piece) sum += patches[piece * patch + at];
  *value = sum;
}

/// Which pieces are to be added for a tile. @param joined the first patch of a tile is the sum of all its
/// pieces
__device__ inline Range pieces_to_add(const TileList& points, Range of_tile, bool joined) {
  Range pieces = points.pieces(of_tile);
  if (joined) pieces.end = min(pieces.end, pieces.begin + 1);
  return pieces;
}

/// Adds to sum the three components at `at` of all these patches, in their order.
template <class Patch, class T>
__device__ void add_patches(const T* patches, Range which, int at, T* sum) {
  constexpr int patch_points = Patch::points;
  constexpr std::size_t patch = 3 * patch_points;
  constexpr int together = 4; // reads on the way at a time, of each component
  Index piece = which.begin;
  for (; piece + together <= which.end; piece += together) {
    T some[together][3];
#pragma unroll
    for (int u = 0; u < together; ++u)
#pragma unroll
      for (int d = 0; d < 3; ++d) some[u][d] = patches[(piece + u) * patch + d * patch_points + at];
#pragma unroll
    for (int u = 0; u < together; ++u)
#pragma unroll
      for (int d = 0; d < 3; ++d) sum[d] += some[u][d];
  }
  for (; piece < which.end; ++piece)
#pragma unroll
    for (int d = 0; d < 3; ++d) sum[d] += patches[piece * patch + d * patch_points + at];
}

/// The sum of one component at `at` of all these patches, in their order.
template <class Patch, class T>
__device__ T sum_of_pieces(const T* patches, Range which, int at) {
  constexpr std::size_t patch = 3 * Patch::points;
  constexpr int together = 8; // reads on the way at a time
  T sum = 0;
  Index piece = which.begin;
  for (; piece + together <= which.end; piece += together) {
    T some[together];
#pragma unroll
    for (int u = 0; u < together; ++u) some[u] = patches[(piece + u) * patch + at];
#pragma unroll
    for (int u = 0; u < together; ++u) sum += some[u];
  }
  for (; piece < which.end; ++piece) sum += patches[piece * patch + at];
  return sum;
}

/// The patches that cover a grid point, in one direction: entry e of `count` is of the tile step_of(e)
/// further, with the point at local_at(e).
struct Cover {
  int count, local, other_step, other_local;
  __device__ int step_of(int e) const { return e == 0 ? 0 : other_step; }
  __device__ int local_at(int e) const { return local + e * (other_local - local); }
};

/// A tile along one direction: where it begins, its width and that of the one before it.
struct Extent {
  int first, width, width_before;
  __device__ Extent() = default;
  __device__ Extent(int tile, const Tiling& t) {
    const int before = tile > 0 ? tile - 1 : t.count - 1;
    first = t.first(tile), width = t.first(tile + 1) - first,
    width_before = t.first(before + 1) - t.first(before);
  }
  /// The cover of point number `at` of the tile.
  template <class Patch>
  __device__ Cover cover_of(int at, const Tiling& t) const {
    constexpr int below = Patch::below, above = Patch::above;
    if (t.count == 1) { // the one patch, wrapped around the box as often as it reaches
      const int local = (at + below) % t.n;
      return {(t.n + below + above - 1 - local) / t.n + 1, local, 0, local + t.n};
    }
    if (at < above) return {2, at + below, -1, width_before + below + at};
    if (at >= width - below) return {2, at + below, 1, at - (width - below)};
    return {1, at + below, 0, 0};
  }
};

constexpr int join_threads = 256; ///< of join_patches: 8 x 8 x 4 grid points
constexpr int neighbours = 27;    ///< tiles whose patches may cover points of one, itself included

/// The tile number `which` of those around a tile, itself the 14th.
__device__ inline Index neighbour(const Tiles& tiles, Index tile, int which) {
  const auto wrapped = [](int t, int count) { return t < 0 ? t + count : (t < count ? t : t - count); };
  const int a = tile % tiles.x.count, b = tile / tiles.x.count % tiles.y.count,
            c = tile / (tiles.x.count * tiles.y.count);
  return tiles.index(wrapped(a + which % 3 - 1, tiles.x.count), wrapped(b + which / 3 % 3 - 1, tiles.y.count),
                     wrapped(c + which / 9 - 1, tiles.z.count));
}

/// f = the sum of all patches that cover a grid point; or, if it adds, f += that sum. Blocks (own tile, b):
/// planes of a tile.
/// @tparam crowds tiles may have pieces; without their code, eight times over, that of a block is read once
template <class Patch, bool crowds, class T>
__global__ void __launch_bounds__(join_threads)
    join_patches_kernel(Grid grid, Tiles tiles, TilesOfSlab part, TileList points, const T* patches,
                        bool joined, bool adds, FaceView<T> f) {
  constexpr int edge = Patch::edge, plane = Patch::plane, patch_points = Patch::points;
  const int thread = static_cast<int>(threadIdx.x);
  if (points.idle(true)) return;
  const Index tile = part.own_tile(static_cast<Index>(blockIdx.x));
  __shared__ Index patch_around[neighbours]; // -1: none
  __shared__ Range pieces_around[neighbours];
  __shared__ Extent extent[3];
  bool occupied = false, crowded = false;
  if (thread < neighbours) {
    const Index of = neighbour(tiles, tile, thread);
    const Range range = points.range(of);
    occupied = range.size() > 0;
    patch_around[thread] = occupied ? part.patch_of(of) : -1;
    if constexpr (crowds) {
      pieces_around[thread] = pieces_to_add(points, range, joined);
      crowded = pieces_around[thread].size() > 0;
    }
  }
  if (thread == 32) extent[0] = Extent(tile % tiles.x.count, tiles.x);
  if (thread == 64) extent[1] = Extent(tile / tiles.x.count % tiles.y.count, tiles.y);
  if (thread == 96) extent[2] = Extent(tile / (tiles.x.count * tiles.y.count), tiles.z);
  const bool empty = !__syncthreads_or(occupied), any_crowded = crowds && __syncthreads_or(crowded);
  if (empty && adds) return;

  const T* const of_pieces = patches + static_cast<std::size_t>(part.stored()) * 3 * patch_points;
  const int i = thread % widest, j = thread / widest % widest;
  if (i >= extent[0].width || j >= extent[1].width) return;
  const Cover x = extent[0].cover_of<Patch>(i, tiles.x), y = extent[1].cover_of<Patch>(j, tiles.y);
  constexpr int planes = join_threads / (widest * widest);
  for (int k = thread / (widest * widest) + planes * static_cast<int>(blockIdx.y); k < extent[2].width;
       k += planes * static_cast<int>(gridDim.y)) {
    T sum[3] = {0, 0, 0};
    if (!empty) {
      const Cover z = extent[2].cover_of<Patch>(k, tiles.z);
      const auto add_cover = [&](int ex, int ey, int ez) {
        const int which = 13 + x.step_of(ex) + 3 * y.step_of(ey) + 9 * z.step_of(ez);
        const Index patch = patch_around[which];
        if (patch < 0) return;
        const int at = z.local_at(ez) * plane + y.local_at(ey) * edge + x.local_at(ex);
        const T* const value = patches + static_cast<std::size_t>(patch) * 3 * patch_points + at;
        for (int d = 0; d < 3; ++d) sum[d] += value[d * patch_points];
        if constexpr (crowds) {
          const Range pieces = pieces_around[which];
          if (any_crowded && pieces.size() > 0) add_patches<Patch>(of_pieces, pieces, at, sum);
        }
      };
      if (x.count <= 2 && y.count <= 2 && z.count <= 2) {
#pragma unroll
        for (int e = 0; e < 8; ++e)
          if (e % 2 < x.count && e / 2 % 2 < y.count && e / 4 < z.count) add_cover(e % 2, e / 2 % 2, e / 4);
      } else {
        for (int ez = 0; ez < z.count; ++ez)
          for (int ey = 0; ey < y.count; ++ey)
            for (int ex = 0; ex < x.count; ++ex) add_cover(ex, ey, ez);
      }
    }
    const Index at = grid.index(extent[0].first + i, extent[1].first + j, part.plane(extent[2].first + k));
    if (adds) sum[0] += f.x[at], sum[1] += f.y[at], sum[2] += f.z[at];
    f.x[at] = sum[0], f.y[at] = sum[1], f.z[at] = sum[2];
  }
}

} // namespace ibsim::tiles

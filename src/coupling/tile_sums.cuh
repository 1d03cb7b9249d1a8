// The kernels of spread_tiles_cuda.cu: the sum of the point forces over each tile and its rim, and of those
// over the grid (tile_order.cuh).
//
//   f_i = sum_j phi phi phi F_j / h^3
//
//   sum_tiles     one thread block a patch, in shared memory: points one after the other, in their order.
//   Three warps, a component each,
//                 so no two warps ever add to the same number; a lane has two neighbours in x of the 4 x 4 x
//                 4 support points.
//   join_patches  each grid point adds the patches that cover it (1 to 8, where tiles are crowded more), in a
//   fixed order.
//
// So nothing is atomic and the result is the same in every run.
//
// Where tiles are more than points (`sparse`) nothing is kept or done by tile: a block of sum_tiles has the
// tile that begins at its place in the sorted list, and join_patches visits the neighbourhoods of those
// alone, after all of f has been cleared.
#pragma once

#include "coupling/tile_order.cuh"

namespace ibsim::tiles {

constexpr int batch = 32; ///< points whose weights are made at once
/// of sum_tiles: a warp a component, and in making weights a direction
constexpr int threads = 96;

/// What sum_tiles keeps of a batch of points, in shared memory: by direction and staggering (0, 1/2) the
/// weights and the first support point in the patch. The weights of staggering 0 in direction d serve
/// component d alone; they carry the factor F_d / h^3.
struct Batch {
  real weight[3][2][batch][4];
  int first[3][2][batch];
};
constexpr std::size_t shared_bytes = sizeof(real) * 3 * patch_points + sizeof(Batch);

template <class Kernel>
__global__ void __launch_bounds__(threads)
    sum_tiles_kernel(Grid grid, Tiles tiles, Index first_blocks, SortedPoints points,
                     VectorsView<const real> X, VectorsView<const real> F, real* patches) {
  constexpr int s = Kernel::support;
  extern __shared__ double2 shared[];
  real* patch = reinterpret_cast<real*>(shared); // [3][patch_points]
  Batch& now = *reinterpret_cast<Batch*>(patch + 3 * patch_points);

  const Share share = share_of(blockIdx.x, first_blocks, points);
  if (share.tile < 0) return;
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  for (int k = thread; k < 3 * patch_points / 2; k += threads) shared[k] = {0, 0};

  // In making weights a warp has a direction and a lane a point of the batch.
  const int direction = warp, n = grid.n[direction];
  const int tile_at[3] = {share.tile % tiles.x.count, share.tile / tiles.x.count % tiles.y.count,
                          share.tile / (tiles.x.count * tiles.y.count)};
  const int first = direction == 0   ? tiles.x.first(tile_at[0])
                    : direction == 1 ? tiles.y.first(tile_at[1])
                                     : tiles.z.first(tile_at[2]);
  const real per_volume = 1 / grid.cell_volume();
  // In adding, a warp has a component and a lane the support points (2 pair, j, k) and (2 pair + 1, j, k).
  const int component = warp, pair = lane % 2, j = lane / 2 % 4, k = lane / 8;
  const double2* const weight_x = reinterpret_cast<const double2*>(now.weight[0][component != 0]) + pair;
  const real *const weight_y = &now.weight[1][component != 1][0][j], *const weight_z =
                                                                         &now.weight[2][component != 2][0][k];
  real* const mine = patch + component * patch_points + k * plane + j * edge + 2 * pair;
  const bool inside = s == 4 || (j < s && k < s && 2 * pair < s), both = s == 4 || 2 * pair + 1 < s;

  // of this lane's point in the batch to come, on the way while the present one is added
  real next_X = 0, next_F = 0;
  const auto fetch = [&](Index from) {
    if (from + lane >= share.end) return;
    const Index p = points.order[from + lane];
    next_X = X[direction][p];
    next_F = F[direction][p];
  };
  fetch(share.begin);
  for (Index from = share.begin; from < share.end; from += batch) {
    const int count = min(static_cast<Index>(batch), share.end - from);
    __syncthreads(); // the batch before has been added
    const real t = box_coordinate(next_X, grid.h, n), force = lane < count ? next_F * per_volume : 0;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      real w[4] = {};
      now.first[direction][half][lane] = place_in_patch<Kernel>(t, half ? 0.5 : 0, n, first, w);
#pragma unroll
      for (int a = 0; a < 4; ++a)
        now.weight[direction][half][lane][a] = lane < count ? (half ? w[a] : w[a] * force) : 0;
    }
    fetch(from + batch);
    __syncthreads();
    const int corner = now.first[0][component != 0][lane] + edge * now.first[1][component != 1][lane] +
                       plane * now.first[2][component != 2][lane];

    // Slots beyond the last point hold zeros. Some points together: products first, to hide the latency of
    // shared memory.
    constexpr int together = 4;
    for (int q0 = 0; q0 < count; q0 += together) {
      real* to[together];
      double2 value[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int q = q0 + u;
        const double2 wx = weight_x[2 * q];
        const real wyz = weight_y[4 * q] * weight_z[4 * q];
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
  double2* const out =
      reinterpret_cast<double2*>(patches + static_cast<std::size_t>(blockIdx.x) * 3 * patch_points);
  for (int at = thread; at < 3 * patch_points / 2; at += threads) out[at] = shared[at];
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
  /// For point number `at` of the tile.
  __device__ Cover cover_of(int at, const Tiling& t) const {
    if (t.count == 1) { // the one patch, wrapped around the box as often as it reaches
      const int local = (at + rim) % t.n;
      return {(t.n + 2 * rim - 1 - local) / t.n + 1, local, 0, local + t.n};
    }
    if (at < rim) return {2, at + rim, -1, width_before + rim + at};
    if (at >= width - rim) return {2, at + rim, 1, at - (width - rim)};
    return {1, at + rim, 0, 0};
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

/// f = the sum of all patches that cover a grid point. A block a tile; sparse: 27 blocks a place in the
/// sorted list, one for each neighbour of the tile that begins there, of which that one writes that lists the
/// neighbour's first tile with points.
static __global__ void __launch_bounds__(join_threads)
    join_patches_kernel(Grid grid, Tiles tiles, Index first_blocks, SortedPoints points, const real* patches,
                        FaceView<real> f) {
  const int thread = static_cast<int>(threadIdx.x);
  Index tile = static_cast<Index>(blockIdx.x), begins_here = 0;
  if (points.sparse()) {
    begins_here = tile / neighbours;
    const std::uint32_t key = points.keys[begins_here];
    if (begins_here > 0 && points.keys[begins_here - 1] == key) return;
    tile = neighbour(tiles, static_cast<Index>(key), tile % neighbours);
  }

  __shared__ Range around[neighbours];
  __shared__ Index patch_around[neighbours];
  __shared__ Extent extent[3];
  bool occupied = false, crowded = false;
  if (thread < neighbours) {
    const Index of = neighbour(tiles, tile, thread);
    const Range range = points.range(of);
    around[thread] = range;
    patch_around[thread] = points.patch_of(of, range.begin);
    occupied = range.size() > 0;
    crowded = range.size() > points.segment;
  }
  if (thread == 32) extent[0] = Extent(tile % tiles.x.count, tiles.x);
  if (thread == 64) extent[1] = Extent(tile / tiles.x.count % tiles.y.count, tiles.y);
  if (thread == 96) extent[2] = Extent(tile / (tiles.x.count * tiles.y.count), tiles.z);
  const bool empty = !__syncthreads_or(occupied), any_crowded = __syncthreads_or(crowded);
  if (points.sparse()) {
    Index least = points.n;
    for (const Range& of : around)
      if (of.size() > 0) least = min(least, of.begin);
    if (least != begins_here) return; // another block writes this tile
    // In a box of two tiles a way the same neighbour comes twice; both blocks then write the same.
  }

  const int i = thread % widest, j = thread / widest % widest;
  if (i >= extent[0].width || j >= extent[1].width) return;
  const Cover x = extent[0].cover_of(i, tiles.x), y = extent[1].cover_of(j, tiles.y);
  for (int k = thread / (widest * widest); k < extent[2].width; k += join_threads / (widest * widest)) {
    real sum[3] = {0, 0, 0};
    if (!empty) {
      const Cover z = extent[2].cover_of(k, tiles.z);
      const auto add_cover = [&](int ex, int ey, int ez) {
        const int which = 13 + x.step_of(ex) + 3 * y.step_of(ey) + 9 * z.step_of(ez);
        const Range of = around[which];
        if (of.size() == 0) return;
        const real* from = patches + (z.local_at(ez) * plane + y.local_at(ey) * edge + x.local_at(ex));
        const auto add = [&](Index patch) {
          const real* value = from + static_cast<std::size_t>(patch) * 3 * patch_points;
          for (int d = 0; d < 3; ++d) sum[d] += value[d * patch_points];
        };
        add(patch_around[which]);
        if (any_crowded && of.size() > points.segment) // its other shares
          for (Index piece = (of.begin + points.segment) / points.segment;
               piece <= (of.end - 1) / points.segment; ++piece)
            add(first_blocks + piece);
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
    const Index at = grid.index(extent[0].first + i, extent[1].first + j, extent[2].first + k);
    f.x[at] = sum[0], f.y[at] = sum[1], f.z[at] = sum[2];
  }
}

} // namespace ibsim::tiles

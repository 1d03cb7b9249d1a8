// The kernels of spread_tiles_cuda.cu: the grid in tiles, and the sum of the point forces over each tile and its rim.
//
//   f_i = sum_j phi phi phi F_j / h^3
//
// A tile is at most 8 x 8 x 8 cells, at least 4 wide where there are several. A point belongs to the tile of its cell; its support
// reaches at most 2 cells beyond, so 12 x 12 x 12 grid points of each component hold all that a tile's points give: its patch.
//
//   sum_tiles     one thread block a patch, in shared memory: points one after the other, in their order. Six warps: each a
//                 component and the even or the odd planes in z, so no two warps ever add to the same number.
//   join_patches  each grid point adds the patches that cover it (1 to 8, where tiles are crowded more), in a fixed order.
//
// So nothing is atomic, nothing has to be cleared, and the result is the same in every run. A tile of more than `segment` points
// is shared out: its first block takes the first `segment`; the rest lies in pieces of the sorted list that begin at multiples
// of `segment`, a block each. Such a piece never holds the rest of two tiles, because the first `segment` of the second are not rest.
#pragma once

#include "coupling/stencil.hpp"

namespace ibsim::tiles {

constexpr int widest = 8;                       ///< cells along an edge of a tile
constexpr int rim = 2;                          ///< grid points of a patch beyond the tile, on each side
constexpr int edge = widest + 2 * rim;          ///< grid points along an edge of a patch
constexpr int patch_points = edge * edge * edge;
constexpr int threads = 192;                    ///< of sum_tiles: 6 warps
constexpr int batch = threads / 6;              ///< points whose weights are made at once: a thread a direction and staggering

/// The tiles along one direction of n cells: equal but for one cell.
struct Tiling {
  int n, count;
  __host__ __device__ explicit Tiling(int cells) : n(cells), count((cells - 1) / widest + 1) {}
  // 32 bits do: n (n + 1)/8 < 2^31 up to n = 131,000, more than fits any memory in three dimensions
  __host__ __device__ int first(int tile) const { return tile * n / count; }
  __host__ __device__ int tile_of(int cell) const { return ((cell + 1) * count - 1) / n; }
};

struct Tiles {
  Tiling x, y, z;
  __host__ __device__ explicit Tiles(Int3 n) : x(n.x), y(n.y), z(n.z) {}
  __host__ __device__ Index count() const { return x.count * y.count * z.count; }
  __host__ __device__ Index index(int a, int b, int c) const { return a + x.count * (b + y.count * c); }
};

/// The cell of t = box_coordinate; some cell if t is not finite.
__device__ inline int cell_in_box(real t, int n) { return t >= 0 ? (t < n ? static_cast<int>(t) : n - 1) : 0; }

__device__ inline std::uint32_t tile_of_point(const Grid& grid, const Tiles& tiles, const Real3& X) {
  const int i = cell_in_box(box_coordinate(X.x, grid.h, grid.n.x), grid.n.x);
  const int j = cell_in_box(box_coordinate(X.y, grid.h, grid.n.y), grid.n.y);
  const int k = cell_in_box(box_coordinate(X.z, grid.h, grid.n.z), grid.n.z);
  return tiles.index(tiles.x.tile_of(i), tiles.y.tile_of(j), tiles.z.tile_of(k));
}

/// The points in the order of their tiles: those of tile t are order[tile_first[t]] .. order[tile_first[t + 1] - 1].
struct SortedPoints {
  const Index* order;
  const Index* tile_first; ///< one more entry than tiles
  Index n, segment;
};

/// Sums of a block: which points, and the tile they are of.
struct Share {
  Index begin, end;
  int tile; ///< -1: nothing to do
};

/// Block b < tiles: the first points of tile b; block tiles + e: what is rest in piece e of the list.
__device__ inline Share share_of(Index block, Index tiles, const SortedPoints& points) {
  if (block < tiles) {
    const Index begin = points.tile_first[block], all = points.tile_first[block + 1];
    return {begin, min(all, begin + points.segment), all > begin ? static_cast<int>(block) : -1};
  }
  const Index begin = (block - tiles) * points.segment;
  Index low = 0, high = tiles; // the tile of the list's entry `begin`: the last with tile_first <= begin
  while (high - low > 1) {
    const Index middle = low + (high - low) / 2;
    if (points.tile_first[middle] <= begin) low = middle;
    else high = middle;
  }
  const Index rest = max(begin, points.tile_first[low] + points.segment);
  const Index end = min(begin + points.segment, points.tile_first[low + 1]);
  return {rest, end, end > rest ? static_cast<int>(low) : -1};
}

/// What sum_tiles keeps of a batch of points, in shared memory.
struct Batch {
  real x[2][batch][4], y[2][batch][4]; ///< weights in x and y, by staggering (0, 1/2)
  real z[3][batch][4];                 ///< weights in z times F/h^3, by component
  int base[6][batch];                  ///< first support point in the patch, by direction and staggering
  int corner[3][batch];                ///< the index of the support's first grid point in the patch, by component; its top bit: z odd
};
constexpr int odd_plane = 1 << 30;
constexpr std::size_t shared_bytes = sizeof(real) * 3 * patch_points + sizeof(Batch);

template <class Kernel>
__global__ void __launch_bounds__(threads)
sum_tiles_kernel(Grid grid, Tiles tiles, SortedPoints points, VectorsView<const real> X, VectorsView<const real> F, real* patches) {
  constexpr int s = Kernel::support;
  static_assert(s <= 4, "a support must not reach more than two cells beyond its own");
  extern __shared__ real shared[];
  real* patch = shared; // [3][patch_points]
  Batch& now = *reinterpret_cast<Batch*>(patch + 3 * patch_points);

  const Share share = share_of(blockIdx.x, tiles.count(), points);
  if (share.tile < 0) return;
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  const int tile_x = share.tile % tiles.x.count, tile_y = share.tile / tiles.x.count % tiles.y.count;
  const int tile_z = share.tile / (tiles.x.count * tiles.y.count);
  const Int3 first{tiles.x.first(tile_x), tiles.y.first(tile_y), tiles.z.first(tile_z)};
  for (int k = thread; k < 3 * patch_points; k += threads) patch[k] = 0;

  // In making weights, a thread has point `slot` of the batch, a direction, and a staggering of 0 or 1/2.
  const int slot = thread % batch, direction = thread / batch / 2, half = thread / batch % 2;
  const int n = grid.n[direction];
  const real per_volume = 1 / grid.cell_volume();
  // In adding, a warp has a component and every second plane, and a lane a grid point (i, j) of two of the support's planes.
  const int component = warp / 2, parity = warp % 2, i = lane % 4, j = lane / 4 % 4, pair = lane / 16;
  const real *weight_x = &now.x[component != 0][0][i], *weight_y = &now.y[component != 1][0][j], *weight_z = &now.z[component][0][2 * pair];
  const int* corner = now.corner[component];
  real* mine = patch + component * patch_points + (2 * pair * edge + j) * edge + i;

  real next_X = 0, next_F[2] = {}; // of this thread's point in the batch to come, on the way while the present one is added
  const auto fetch = [&](Index from) {
    if (from + slot >= share.end) return;
    const Index p = points.order[from + slot];
    next_X = X[direction][p];
    if (direction == 2) {
      next_F[0] = F[half ? 0 : 2][p];
      next_F[1] = half ? F.y[p] : 0;
    }
  };
  fetch(share.begin);
  for (Index from = share.begin; from < share.end; from += batch) {
    const int count = min(static_cast<Index>(batch), share.end - from);
    __syncthreads(); // the batch before has been added
    {
      real w[4] = {};
      int at = 0;
      if (slot < count) {
        const real t = box_coordinate(next_X, grid.h, n), xi = t - (half ? 0.5 : 0);
        const real cell = ceil(s % 2 ? xi - 0.5 : xi);
        real kernel_weights[s];
        Kernel::weights(cell - xi, kernel_weights);
#pragma unroll
        for (int a = 0; a < s; ++a) w[a] = n > 1 ? kernel_weights[a] : (a == 0 ? 1 + 0 * kernel_weights[0] : 0);
        at = static_cast<int>(fmin(fmax(cell, real(-1)), real(n))) - s / 2 - first[direction] + rim;
        at = min(max(at, 0), edge - s); // in there anyway, unless t is not finite
      }
      now.base[2 * direction + half][slot] = at;
#pragma unroll
      for (int a = 0; a < 4; ++a) {
        if (direction == 0) now.x[half][slot][a] = w[a];
        if (direction == 1) now.y[half][slot][a] = w[a];
        if (direction == 2) {
          now.z[half ? 0 : 2][slot][a] = slot < count ? next_F[0] * per_volume * w[a] : 0;
          if (half) now.z[1][slot][a] = slot < count ? next_F[1] * per_volume * w[a] : 0;
        }
      }
    }
    fetch(from + batch);
    __syncthreads();
    if (thread < 3 * batch) {
      const int c = thread / batch, z = now.base[c != 2 ? 5 : 4][slot];
      now.corner[c][slot] = ((z * edge + now.base[c != 1 ? 3 : 2][slot]) * edge + now.base[c != 0 ? 1 : 0][slot]) | (z % 2 ? odd_plane : 0);
    }
    __syncthreads();

    // Slots beyond the last point hold zeros. Some points together: products first, to hide the latency of shared memory.
    constexpr int together = 4;
    for (int q0 = 0; q0 < count; q0 += together) {
      int to[together];
      real value[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int code = corner[q0 + u], other = (code >> 30) ^ parity; // 1: this warp's planes are the odd ones of the support
        to[u] = (code & (odd_plane - 1)) + other * edge * edge;
        if (s < 4 && (i >= s || j >= s || 2 * pair + other >= s)) to[u] = -1;
        value[u] = weight_x[(q0 + u) * 4] * weight_y[(q0 + u) * 4] * weight_z[(q0 + u) * 4 + other];
      }
#pragma unroll
      for (int u = 0; u < together; ++u) {
        if (s == 4 || to[u] >= 0) mine[to[u]] += value[u];
        __syncwarp();
      }
    }
  }
  __syncthreads();
  real* out = patches + static_cast<std::size_t>(blockIdx.x) * 3 * patch_points;
  for (int k = thread; k < 3 * patch_points; k += threads) out[k] = patch[k];
}

/// The patches that cover a grid point, in one direction: entry e of `count` is of tile_at(e), with the point at local_at(e).
struct Cover {
  int count, tile, local, other_tile, other_local;
  __device__ int tile_at(int e) const { return e == 0 ? tile : other_tile; }
  __device__ int local_at(int e) const { return local + e * (other_local - local); }
};
/// For point number `at` of a tile that starts at `first` and is `width` wide.
__device__ inline Cover cover_of(int at, int tile, int first, int width, const Tiling& t) {
  if (t.count == 1) { // the one patch, wrapped around the box as often as it reaches
    const int local = (at + rim) % t.n;
    return {(t.n + 2 * rim - 1 - local) / t.n + 1, 0, local, 0, local + t.n};
  }
  if (at < rim) {
    const int before = tile > 0 ? tile - 1 : t.count - 1;
    return {2, tile, at + rim, before, t.first(before + 1) - t.first(before) + rim + at};
  }
  if (at >= width - rim) return {2, tile, at + rim, tile + 1 < t.count ? tile + 1 : 0, at - (width - rim)};
  return {1, tile, at + rim, 0, 0};
}

constexpr int join_threads = 256; ///< of join_patches: 8 x 8 x 4 grid points

/// f = the sum of all patches that cover a grid point. A block a tile.
static __global__ void __launch_bounds__(join_threads)
join_patches_kernel(Grid grid, Tiles tiles, SortedPoints points, const real* patches, FaceView<real> f) {
  const int tile = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
  const int a = tile % tiles.x.count, b = tile / tiles.x.count % tiles.y.count, c = tile / (tiles.x.count * tiles.y.count);
  const auto neighbour = [](int t, int step, int count) { return (t + step + count) % count; };

  bool occupied = false; // any of the 27 tiles whose patches may cover points of this one
  if (thread < 27) {
    const Index t = tiles.index(neighbour(a, thread % 3 - 1, tiles.x.count), neighbour(b, thread / 3 % 3 - 1, tiles.y.count),
                                neighbour(c, thread / 9 - 1, tiles.z.count));
    occupied = points.tile_first[t] < points.tile_first[t + 1];
  }
  const bool empty = !__syncthreads_or(occupied);

  const Int3 first{tiles.x.first(a), tiles.y.first(b), tiles.z.first(c)};
  const Int3 width{tiles.x.first(a + 1) - first.x, tiles.y.first(b + 1) - first.y, tiles.z.first(c + 1) - first.z};
  const int i = thread % widest, j = thread / widest % widest;
  if (i >= width.x || j >= width.y) return;
  const Cover x = cover_of(i, a, first.x, width.x, tiles.x), y = cover_of(j, b, first.y, width.y, tiles.y);
  for (int k = thread / (widest * widest); k < width.z; k += join_threads / (widest * widest)) {
    real sum[3] = {0, 0, 0};
    if (!empty) {
      const Cover z = cover_of(k, c, first.z, width.z, tiles.z);
      for (int ez = 0; ez < z.count; ++ez)
        for (int ey = 0; ey < y.count; ++ey)
          for (int ex = 0; ex < x.count; ++ex) {
            const Index of = tiles.index(x.tile_at(ex), y.tile_at(ey), z.tile_at(ez));
            const Index begin = points.tile_first[of], end = points.tile_first[of + 1];
            if (begin == end) continue;
            const int at = (z.local_at(ez) * edge + y.local_at(ey)) * edge + x.local_at(ex);
            const auto add = [&](std::size_t patch) {
              for (int d = 0; d < 3; ++d) sum[d] += patches[(patch * 3 + d) * patch_points + at];
            };
            add(of);
            if (end - begin > points.segment) // its other shares
              for (Index piece = (begin + points.segment) / points.segment; piece <= (end - 1) / points.segment; ++piece)
                add(tiles.count() + piece);
          }
    }
    const Index at = grid.index(first.x + i, first.y + j, first.z + k);
    f.x[at] = sum[0], f.y[at] = sum[1], f.z[at] = sum[2];
  }
}

} // namespace ibsim::tiles

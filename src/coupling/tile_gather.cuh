// The kernel of spread_tiles_cuda.cu: one thread block owns a tile of 8 x 8 x 8 grid points of one component, and gathers
//
//   f_i = sum_j phi phi phi F_j / h^3    over the points j whose support reaches the tile,
//
// each exactly once into a register, in the order in which the points are sorted; so no two threads ever add to the same
// number, nothing has to be cleared, and the result is the same in every run.
//
// Points come sorted by brick, 4 x 4 x 4 cells. A support reaches at most 2 cells beyond the point's own, so the candidates are
// those in the bricks within 2 cells of the tile: some rows of bricks, each one range of the sorted list, and again for each
// periodic image. The block takes 128 candidates at a time: each thread looks at one, drops it if its support misses the tile,
// and otherwise writes its weights into shared memory, padded with zeros to the 8 points of the tile in each direction.
// Then each thread adds all of them to its 4 grid points, which are on one line along z.
#pragma once

#include "coupling/stencil.hpp"

namespace ibsim::tiles {

constexpr int tile = 8;        ///< grid points along an edge of a tile
constexpr int brick = 4;       ///< cells along an edge of a brick
constexpr int threads = 128;   ///< of a block; also the number of candidates taken at once
constexpr int column = 4;      ///< grid points of one thread, along z: tile^3 / threads
constexpr int most_rows = 192; ///< of bricks around a tile: at most 6 x 6 x 5, over all sizes of the box
constexpr int most_parts = 6;  ///< of one direction
constexpr int stride = threads + 1; ///< between weights of neighbouring grid points: odd, against bank conflicts

/// The sorted points: X/h in the box and F/h^3, [3][stride] each, and where each brick's points start.
struct Points {
  const real* t;
  const real* F;
  std::size_t stride;
  const Index* brick_first; ///< one more entry than bricks
};

/// What a tile needs of one direction: bricks first .. last of the image of the box that is moved by `moved` cells.
struct Part {
  int first, last, moved;
};

__host__ __device__ inline int bricks_along(int n) { return (n - 1) / brick + 1; }
__host__ __device__ inline int tiles_along(int n) { return (n - 1) / tile + 1; }

/// The parts for grid points begin .. end-1 of n; in direction x a row of bricks is one part.
__device__ inline int find_parts(int begin, int end, int margin, int n, bool rows, Part* parts) {
  const int low = begin - margin, high = end - 1 + margin;
  int count = 0;
  for (int moved = low >= 0 ? 0 : -((n - 1 - low) / n) * n; moved <= high; moved += n) {
    const int first = max(low - moved, 0) / brick, last = min(high - moved, n - 1) / brick;
    if (rows)
      parts[count++] = {first, last, moved};
    else
      for (int b = first; b <= last; ++b) parts[count++] = {b, b, moved};
  }
  return count;
}

template <class Kernel>
__global__ void __launch_bounds__(threads) gather_kernel(Grid grid, Points points, FaceView<real> f) {
  constexpr int s = Kernel::support, margin = (s + 1) / 2;
  __shared__ real weight[3][tile * stride];
  __shared__ unsigned char reached_warps[threads]; // bit w: this point reaches grid points of warp w
  __shared__ Part parts[3][most_parts];
  __shared__ int part_count[3], kept_by_warp[threads / 32];
  __shared__ Index row_first[most_rows], row_end[most_rows]; // in the sorted list; in the list of candidates

  const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, component = static_cast<int>(blockIdx.y);
  const int tiles_x = tiles_along(grid.n.x), tiles_y = tiles_along(grid.n.y), block = static_cast<int>(blockIdx.x);
  const int origin[3] = {tile * (block % tiles_x), tile * (block / tiles_x % tiles_y), tile * (block / (tiles_x * tiles_y))};
  const int n[3] = {grid.n.x, grid.n.y, grid.n.z};

  // The rows of bricks around the tile.
#pragma unroll
  for (int d = 0; d < 3; ++d)
    if (thread == d) part_count[d] = find_parts(origin[d], min(origin[d] + tile, n[d]), margin, n[d], d == 0, parts[d]);
  __syncthreads();
  const int rows_x = part_count[0], rows_y = part_count[1], rows = rows_x * rows_y * part_count[2];
  for (int row = thread; row < rows; row += threads) {
    const Part x = parts[0][row % rows_x], y = parts[1][row / rows_x % rows_y], z = parts[2][row / (rows_x * rows_y)];
    const Index first_brick = bricks_along(n[0]) * (y.first + bricks_along(n[1]) * z.first);
    row_first[row] = points.brick_first[first_brick + x.first];
    row_end[row] = points.brick_first[first_brick + x.last + 1] - row_first[row];
  }
  __syncthreads();
  if (thread == 0)
    for (int row = 1; row < rows; ++row) row_end[row] += row_end[row - 1];
  __syncthreads();
  const Index candidates = row_end[rows - 1];

  // This thread's grid points: (i, j, k .. k + 3) of the tile.
  const int i = thread % tile, j = thread / tile % tile, k = thread / (tile * tile) * column;
  real sum[column] = {};
  for (Index batch = 0; batch < candidates; batch += threads) {
    const Index candidate = batch + thread;
    bool keep = candidate < candidates;
    int from[3] = {}; // of the support, as seen from the tile
    real r[3] = {}, F = 0;
    if (keep) {
      int row = 0;
      for (int above = rows - 1; row < above;) { // the first row that ends beyond the candidate
        const int middle = (row + above) / 2;
        if (row_end[middle] > candidate) above = middle;
        else row = middle + 1;
      }
      const Index point = row_first[row] + candidate - (row > 0 ? row_end[row - 1] : 0);
      const int moved[3] = {parts[0][row % rows_x].moved, parts[1][row / rows_x % rows_y].moved,
                            parts[2][row / (rows_x * rows_y)].moved};
#pragma unroll
      for (int d = 0; d < 3; ++d) {
        const real xi = points.t[d * points.stride + point] - staggering(component, d);
        const real cell = ceil(s % 2 ? xi - 0.5 : xi);
        r[d] = cell - xi;
        from[d] = static_cast<int>(fmin(fmax(cell, real(-1)), real(n[d]))) - s / 2 + moved[d] - origin[d];
        keep = keep && from[d] < tile && from[d] + s > 0;
      }
      F = points.F[component * points.stride + point];
    }

    // Those that are kept, side by side, in their order.
    const unsigned kept = __ballot_sync(0xffffffffu, keep);
    if (thread % 32 == 0) kept_by_warp[warp] = __popc(kept);
    __syncthreads();
    int slot = __popc(kept & ((1u << (thread % 32)) - 1)), taken = 0;
#pragma unroll
    for (int w = 0; w < threads / 32; ++w) {
      if (w < warp) slot += kept_by_warp[w];
      taken += kept_by_warp[w];
    }
    if (keep) {
#pragma unroll
      for (int d = 0; d < 3; ++d) {
        real w[s];
        Kernel::weights(r[d], w);
        for (int e = 0; e < tile; ++e) weight[d][e * stride + slot] = 0;
#pragma unroll
        for (int a = 0; a < s; ++a) {
          const int e = from[d] + a;
          if (e >= 0 && e < tile) weight[d][e * stride + slot] = d == 0 ? F * w[a] : w[a];
        }
      }
      unsigned reached = 0;
#pragma unroll
      for (int w = 0; w < threads / 32; ++w) { // a warp has 4 of the tile's 8 points in y, and 4 in z
        const int y = w % 2 * 4, z = w / 2 * 4;
        if (from[1] < y + 4 && from[1] + s > y && from[2] < z + 4 && from[2] + s > z) reached |= 1u << w;
      }
      reached_warps[slot] = static_cast<unsigned char>(reached);
    }
    __syncthreads();

    for (int q = 0; q < taken; ++q) {
      if (!(reached_warps[q] >> warp & 1)) continue;
      const real weight_xy = weight[0][i * stride + q] * weight[1][j * stride + q];
#pragma unroll
      for (int c = 0; c < column; ++c) sum[c] += weight_xy * weight[2][(k + c) * stride + q];
    }
    __syncthreads();
  }

  const int at_x = origin[0] + i, at_y = origin[1] + j;
  if (at_x < n[0] && at_y < n[1]) {
    real* out = f[component];
#pragma unroll
    for (int c = 0; c < column; ++c)
      if (origin[2] + k + c < n[2]) out[grid.index(at_x, at_y, origin[2] + k + c)] = sum[c];
  }
}

} // namespace ibsim::tiles

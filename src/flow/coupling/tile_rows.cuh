// Spreading by patches for composite kernels: what sum_tiles_kernel (tile_sums.cuh) does, with one warp for
// all components.
//
// The support of a component is s_t x s_t rows along its own direction, of s_n points each. A lane has a row
// of a component, 27 of 4 points or 12 of 3, and adds to it point by point; so no two lanes ever add to the
// same number. All components of a composite kernel begin at the same grid point of a patch (stencil.hpp), so
// a row is at a fixed place from there. Shared memory limits this kernel (85 % of its rate), by conflicts of
// its banks too.
//
// All three warps make the weights of a batch, a direction each; then the first adds.
#pragma once

#include "coupling/tile_sums.cuh"

namespace ibsim::tiles {

/// Weights of a batch of points in shared memory, by direction. Those along a component carry the factor
/// F/h^3.
template <class Pair, class T>
struct RowBatch {
  static constexpr int s_n = Pair::Along::support, s_t = Pair::Across::support;
  // directions lie a few numbers further apart than they need, in other banks
  alignas(2 * sizeof(double)) T along[3][batch * 4 + 4];
  T across[3][batch * s_t + s_t];
  int first[3][batch]; ///< of the support in the patch
};
template <class Pair, class T>
constexpr std::size_t row_bytes = sizeof(T) * 3 * PatchOf<Pair>::points + sizeof(RowBatch<Pair, T>);

template <class Pair, class T>
__global__ void __launch_bounds__(threads)
    sum_rows_kernel(Grid grid, Tiles tiles, TilesOfSlab part, Index first_tile, Index tile_patches,
                    TileList points, VectorsView<const real> X, VectorsView<const real> F, T* patches) {
  using Patch = PatchOf<Pair>;
  using Along = typename Pair::Along;
  using Across = typename Pair::Across;
  constexpr int s_n = Along::support, s_t = Across::support, rows = s_t * s_t;
  static_assert(3 * rows <= 32 && s_n <= 4);
  extern __shared__ double2 memory[];
  Two<T>* const shared = reinterpret_cast<Two<T>*>(memory);
  T* patch = reinterpret_cast<T*>(memory); // [3][Patch::points]
  RowBatch<Pair, T>& now = *reinterpret_cast<RowBatch<Pair, T>*>(patch + 3 * Patch::points);

  if (points.idle(true)) return;
  const auto block = static_cast<Index>(blockIdx.x);
  const bool is_first = block < tile_patches;
  const Share share = is_first ? first_of_tile(part.stored_tile(first_tile + block), points)
                               : rest_in_piece(block - tile_patches, points);
  if (share.tile < 0) return;
  const Index of_tile = part.patch_of(share.tile);
  if (of_tile < 0) return;
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, direction = thread / 32;
  for (int k = thread; k < 3 * Patch::points / 2; k += threads) shared[k] = {0, 0};

  // In making weights a warp has a direction and a lane a point of the batch.
  const int n = grid.n[direction], first = tiles.first_cell(share.tile)[direction];
  const real per_volume = 1 / grid.cell_volume();
  // In adding a lane has row (b, c) of a component, b and c along the next two directions in x, y, z.
  const int component = lane / rows, b = lane % s_t, c = lane / s_t % s_t;
  const bool has_row = component < 3;
  const int of_b = component == 0 ? 1 : 0, of_c = component == 2 ? 1 : 2;
  const auto stride = [](int d) { return d == 0 ? 1 : (d == 1 ? Patch::edge : Patch::plane); };
  const int step = stride(component);
  T* const mine = patch + (has_row ? component * Patch::points + b * stride(of_b) + c * stride(of_c) : 0);
  const T *const weight_b = now.across[of_b] + b, *const weight_c = now.across[of_c] + c;
  const Two<T>* const weight_n = reinterpret_cast<const Two<T>*>(now.along[has_row ? component : 0]);

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
    T along[4] = {}, across[s_t];
    place_in_patch<Along, Patch>(t, 0, n, first, along);
    now.first[direction][lane] = place_in_patch<Across, Patch>(t, 0.5, n, first, across);
    Two<T>* const to_along = reinterpret_cast<Two<T>*>(now.along[direction] + 4 * lane);
    const auto times_force = [&](int a) {
      return lane < count ? Two<T>{along[a] * force, along[a + 1] * force} : Two<T>{0, 0};
    };
    to_along[0] = times_force(0), to_along[1] = times_force(2);
#pragma unroll
    for (int a = 0; a < s_t; ++a) now.across[direction][s_t * lane + a] = lane < count ? across[a] : 0;
    fetch(from + batch);
    __syncthreads();
    if (direction != 0) continue;
    const int corner =
        now.first[0][lane] + Patch::edge * now.first[1][lane] + Patch::plane * now.first[2][lane];

    // Slots beyond the last point hold zeros. Some points together: products first, to hide the latency of
    // shared memory.
    constexpr int together = 2;
    for (int q0 = 0; q0 < count; q0 += together) {
      T* to[together];
      T value[together][4];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int q = q0 + u;
        const Two<T> low = weight_n[2 * q], high = weight_n[2 * q + 1];
        const T across_row = weight_b[s_t * q] * weight_c[s_t * q];
        to[u] = mine + __shfl_sync(0xffffffffu, corner, q);
        value[u][0] = low.x * across_row, value[u][1] = low.y * across_row;
        value[u][2] = high.x * across_row, value[u][3] = high.y * across_row;
      }
#pragma unroll
      for (int u = 0; u < together; ++u)
        if (has_row) {
          T sum[s_n];
#pragma unroll
          for (int a = 0; a < s_n; ++a) sum[a] = to[u][a * step] + value[u][a];
#pragma unroll
          for (int a = 0; a < s_n; ++a) to[u][a * step] = sum[a];
        }
    }
  }
  __syncthreads();
  Two<T>* const out = reinterpret_cast<Two<T>*>(
      patches + static_cast<std::size_t>(is_first ? of_tile : block) * 3 * Patch::points);
  for (int at = thread; at < 3 * Patch::points / 2; at += threads) out[at] = shared[at];
}

} // namespace ibsim::tiles

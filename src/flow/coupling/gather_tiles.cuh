// Spreading where points are few for the tiles: f_i = sum_j phi phi phi F_j / h^3 for the grid points i of a
// tile, from the points j of the tile and of those around it.
//
// A thread block has a tile, a warp a component. Each lane keeps 16 grid points in registers and walks
// through all points that reach the tile, in the order of the list, tile after tile of the 27 around. So
// every grid point is written once, by one thread, and nothing is atomic: the same bits in every run. Patches
// (tile_sums.cuh) would cost 42 KB a tile, written and read; this costs a look at the points of 27 tiles, and
// each point 2.6 times on average.
//
//   1. codes (tile_order.cuh) of the list tell which points may reach the tile: those up to 2 cells beyond
//   2. a thread a point, direction and staggering: the s weights, set among zeros into a row of 8, the cells
//      of the tile. A support that wraps around a small box adds up there.
//   3. f[i][j][k] += (w_x[i] w_y[j]) w_z[k] by halves of the tile in y and z that the point reaches
//
// At the end it adds the patches of what is rest in crowded tiles.
#pragma once

#include "coupling/tile_sums.cuh"

namespace ibsim::tiles {

constexpr int gather_threads = 96; ///< a warp a component
constexpr int gather_batch = 16;   ///< points whose weights are made at once
constexpr int row = widest + 2;    ///< numbers in a row of weights: two more, against bank conflicts
constexpr int half_tile = widest / 2;

static_assert(gather_threads == 6 * gather_batch, "a thread a point, direction and staggering");

/// The weights of a batch of points, by direction and staggering (0, 1/2). Those of staggering 0 in direction
/// d serve component d alone; they carry the factor F_d / h^3.
template <class T>
struct GatherBatch {
  alignas(sizeof(double2)) T weight[3][2][gather_batch][row];
  int halves[3][2][gather_batch]; ///< bit b: some weight in half b of the row
};

/// What is beside a tile in one direction.
template <class Patch>
struct Beside {
  int tile;
  bool counts;   ///< false: the same tile as another step leads to
  int low, high; ///< cells of its points that may reach the tile
  __device__ Beside(const Tiling& t, int own, int step) {
    const int to = own + step;
    tile = to < 0 ? to + t.count : (to < t.count ? to : to - t.count);
    counts = step == 0 || t.count > 2 || (t.count == 2 && step == 1);
    low = 0, high = widest - 1;
    if (t.count <= 2) return; // both ways around
    if (step < 0) low = t.first(tile + 1) - t.first(tile) - Patch::above;
    if (step > 0) high = Patch::below - 1;
  }
};

/// A tile around the one of a block.
struct Neighbour {
  Range points; ///< from which the tile is gathered
  Range pieces; ///< whose patches are to be added
  int low[3], high[3];
};

struct Surroundings {
  Neighbour of[neighbours];
  Index before[32]; ///< candidates in the neighbours before; [neighbours]: all
  Extent extent[3]; ///< of the tile itself

  /// The first warp finds them; the other threads wait at the next barrier. Returns whether there are patches
  /// to add.
  template <class Patch>
  __device__ bool find(const Tiles& tiles, const TileList& points, Index tile, bool joined, int lane) {
    const Int3 own = tiles.place(tile);
    Index size = 0;
    bool pieces = false;
    if (lane < neighbours) {
      const Beside<Patch> x(tiles.x, own.x, lane % 3 - 1), y(tiles.y, own.y, lane / 3 % 3 - 1),
          z(tiles.z, own.z, lane / 9 - 1);
      const Range all = points.range(tiles.index(x.tile, y.tile, z.tile));
      if (x.counts && y.counts && z.counts) size = min(all.size(), points.segment);
      Neighbour& it = of[lane];
      it.points = {all.begin, all.begin + size};
      it.pieces = pieces_to_add(points, all, joined);
      it.low[0] = x.low, it.low[1] = y.low, it.low[2] = z.low;
      it.high[0] = x.high, it.high[1] = y.high, it.high[2] = z.high;
      pieces = it.pieces.size() > 0;
    }
    if (lane < 3) extent[lane] = Extent(own[lane], lane == 0 ? tiles.x : (lane == 1 ? tiles.y : tiles.z));
    Index sum = size;
    for (int distance = 1; distance < 32; distance *= 2) {
      const Index other = __shfl_up_sync(0xffffffffu, sum, distance);
      if (lane >= distance) sum += other;
    }
    before[lane] = sum - size;
    return pieces;
  }

  /// The entry of the list that is this candidate, if it may reach the tile, else -1.
  __device__ Index entry(const TileList& points, Index candidate) const {
    if (candidate >= before[neighbours]) return -1;
    int which = 0; // the last with before <= candidate
    for (int step = 16; step > 0; step /= 2)
      if (which + step < neighbours && before[which + step] <= candidate) which += step;
    const Neighbour& from = of[which];
    const Index entry = from.points.begin + (candidate - before[which]);
    const TileCode at{points.codes[entry]};
    bool reaches = true;
#pragma unroll
    for (int d = 0; d < 3; ++d) reaches = reaches && at.cell(d) >= from.low[d] && at.cell(d) <= from.high[d];
    return reaches ? entry : -1;
  }
};

/// One row of weights: of a point at X, in direction d, over the cells first .. first + width - 1. Returns
/// which halves of it are reached.
template <class Kernel, class T>
__device__ int make_row(const Grid& grid, real X, std::type_identity_t<T> g, int d, int first, int width,
                        T strength, T* to) {
  const int n = grid.n[d];
  const Stencil<Kernel, T> at = stencil<Kernel, T>(grid, X, g, d);
#pragma unroll
  for (int i = 0; i < widest; i += 2) *reinterpret_cast<Two<T>*>(to + i) = {0, 0};
  int halves = 0;
#pragma unroll
  for (int a = 0; a < Kernel::support; ++a) {
    const int cell = wrap_near(at.first + a, n) - first;
    if (cell < 0 || cell >= width) continue;
    const T weight = strength * at.weight[a];
    to[cell] = n < Kernel::support ? to[cell] + weight : weight; // a small box may wrap two to the same cell
    halves |= 1 << cell / half_tile;
  }
  return halves;
}

/// @param patches of the pieces of the list @param adds f += S F, else f = S F
template <class Pair, class T>
__global__ void __launch_bounds__(gather_threads)
    gather_tiles_kernel(Grid grid, Tiles tiles, TilesOfSlab part, TileList points, VectorsView<const real> X,
                        VectorsView<const real> F, const T* patches, bool joined, bool adds, FaceView<T> f) {
  using Patch = PatchOf<Pair>;
  __shared__ Surroundings around;
  __shared__ GatherBatch<T> batch;
  __shared__ Index found[gather_batch + gather_threads]; // points that may reach the tile, not yet added
  __shared__ int found_by_warp[3];

  if (points.idle(false)) return;
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  bool pieces = false;
  if (warp == 0)
    pieces = around.find<Patch>(tiles, points, part.own_tile(static_cast<Index>(blockIdx.x)), joined, lane);
  pieces = __syncthreads_or(pieces);
  const Index candidates = around.before[neighbours];
  if (adds && candidates == 0) return; // then there are no pieces either

  // In making weights:
  const int set = thread / gather_batch, direction = set / 2, staggered = set % 2,
            mine = thread % gather_batch;
  const real per_volume = 1 / grid.cell_volume();
  // In adding: grid points (i, j + 0 and 4, 0 .. 7) of the tile, of this component
  const int component = warp, i = lane % widest, j = lane / widest;
  const int gx = component != 0, gy = component != 1, gz = component != 2;
  const T *const weight_x = &batch.weight[0][gx][0][i], *const weight_y = &batch.weight[1][gy][0][j],
                 *const weight_z = &batch.weight[2][gz][0][0];
  T sum[2][widest] = {};

  Index waiting = 0;
  for (Index base = 0; base < candidates; base += gather_threads) {
    const Index entry = around.entry(points, base + thread);
    const unsigned reaching = __ballot_sync(0xffffffffu, entry >= 0);
    if (lane == 0) found_by_warp[warp] = __popc(reaching);
    __syncthreads();
    Index to = waiting + __popc(reaching & ((1u << lane) - 1));
#pragma unroll
    for (int w = 0; w < 3; ++w) {
      if (w < warp) to += found_by_warp[w];
      waiting += found_by_warp[w];
    }
    if (entry >= 0) found[to] = points.order[entry];
    __syncthreads();

    const bool last = base + gather_threads >= candidates;
    Index done = 0;
    for (; waiting - done >= gather_batch || (last && done < waiting); done += gather_batch) {
      const int count = min(static_cast<Index>(gather_batch), waiting - done);
      int halves = 0;
      if (mine < count) {
        const Index p = found[done + mine];
        const Extent& extent = around.extent[direction];
        const T strength = staggered ? T{1} : static_cast<T>(F[direction][p] * per_volume);
        T* const to = batch.weight[direction][staggered][mine];
        halves = staggered ? make_row<typename Pair::Across>(grid, X[direction][p], 0.5, direction,
                                                             extent.first, extent.width, strength, to)
                           : make_row<typename Pair::Along>(grid, X[direction][p], 0, direction, extent.first,
                                                            extent.width, strength, to);
      }
      batch.halves[direction][staggered][mine] = halves;
      __syncthreads();
      for (int q = 0; q < count; ++q) {
        const int in_y = batch.halves[1][gy][q], in_z = batch.halves[2][gz][q];
        if (batch.halves[0][gx][q] == 0 || in_y == 0 || in_z == 0) continue;
        const T w_x = weight_x[row * q];
        const Two<T>* const w_z = reinterpret_cast<const Two<T>*>(weight_z + row * q);
        const T w[2] = {w_x * weight_y[row * q], w_x * weight_y[row * q + half_tile]};
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          if (!(in_z >> half & 1)) continue;
          const Two<T> low = w_z[2 * half], high = w_z[2 * half + 1];
#pragma unroll
          for (int b = 0; b < 2; ++b) {
            if (!(in_y >> b & 1)) continue;
            sum[b][4 * half] += w[b] * low.x;
            sum[b][4 * half + 1] += w[b] * low.y;
            sum[b][4 * half + 2] += w[b] * high.x;
            sum[b][4 * half + 3] += w[b] * high.y;
          }
        }
      }
      __syncthreads();
    }
    if (last) break;
    // what is left over moves to the front
    const Index left = waiting - done, p = thread < left ? found[done + thread] : 0;
    __syncthreads();
    if (thread < left) found[thread] = p;
    waiting = left;
  }

  const Extent x = around.extent[0], y = around.extent[1], z = around.extent[2];
  if (i >= x.width) return;
  T* const out = f[component];
  const Index plane_of_grid = grid.n.x * grid.n.y;
#pragma unroll
  for (int b = 0; b < 2; ++b) {
    if (j + half_tile * b >= y.width) continue;
    T* const to = out + grid.index(x.first + i, y.first + j + half_tile * b, part.plane(z.first));
#pragma unroll
    for (int k = 0; k < widest; ++k)
      if (k < z.width) {
        T& value = to[static_cast<std::size_t>(k) * plane_of_grid];
        value = adds ? value + sum[b][k] : sum[b][k];
      }
  }
  if (!pieces) return;
  const Cover cover_x = x.cover_of<Patch>(i, tiles.x);
  for (int at_y = j; at_y < y.width; at_y += half_tile)
    for (int k = 0; k < z.width; ++k) {
      const Cover cover_y = y.cover_of<Patch>(at_y, tiles.y), cover_z = z.cover_of<Patch>(k, tiles.z);
      T more = 0;
      for (int ez = 0; ez < cover_z.count; ++ez)
        for (int ey = 0; ey < cover_y.count; ++ey)
          for (int ex = 0; ex < cover_x.count; ++ex) {
            const int which = 13 + cover_x.step_of(ex) + 3 * cover_y.step_of(ey) + 9 * cover_z.step_of(ez);
            const int at = component * Patch::points + cover_z.local_at(ez) * Patch::plane +
                           cover_y.local_at(ey) * Patch::edge + cover_x.local_at(ex);
            more += sum_of_pieces<Patch>(patches, around.of[which].pieces, at);
          }
      out[grid.index(x.first + i, y.first + at_y, part.plane(z.first + k))] += more;
    }
}

} // namespace ibsim::tiles

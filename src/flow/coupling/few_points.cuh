// Spreading few points in one kernel after clearing f: f_i = sum_j phi phi phi F_j / h^3, without an order.
//
// A thread block has a point q, a thread one of the s^3 grid points in its reach, of one component (of a
// composite kernel some threads have none). It looks
// for all points whose support may meet that of q. A grid point in the reach of several belongs to the first
// of them: its thread adds up what all of them give, in the order in which they come, and writes it. So every
// grid point is written by one thread, and the result has the same bits in every run. The cost is that of
// clearing f, and of n looks at n positions.
#pragma once

#include "coupling/tile_order.cuh"
#include "coupling/tile_plan.hpp"

namespace ibsim::tiles {

constexpr int few_batch = 32;              ///< points whose weights are made at once
constexpr int few_threads = 6 * few_batch; ///< a thread a point, direction and staggering; or a grid point

/// Points whose support may meet that of q, ascending.
struct Meeting {
  Index point[most_few_points];
  int count;
  unsigned bits[most_few_points / 32]; ///< as a set
};

/// The weights of a batch of them by direction and staggering (0, 1/2), and the first support point, in 0 ..
/// n-1.
template <class T>
struct FewBatch {
  T weight[3][2][few_batch][4];
  int first[3][2][few_batch];
};

/// Whether cells of two points at X and Y, in one direction, are at most 4 apart: no supports of 4 cells and
/// with staggerings that differ by 1/2 meet beyond. Also if one is not a number.
__device__ inline bool may_meet(real X, real Y, real per_h, real n, real per_n) {
  const real apart = (X - Y) * per_h;
  return !(fabs(apart - n * rint(apart * per_n)) > 5);
}

/// The weight of the grid point `after` cells after the first support point, on a ring of n cells; a support
/// wider than the ring may come to it more than once.
template <class T>
__device__ T weight_on_ring(const T* weight, int after, int n, int s) {
  if (after < 0) after += n;
  if (after >= s) return 0;
  T sum = weight[after];
  for (int a = after + n; a < s; a += n) sum += weight[a];
  return sum;
}

/// The first support point of a point at X in one direction, in 0 .. n-1, and the s weights.
template <class Kernel, class T>
__device__ int place_on_ring(const Grid& grid, real X, std::type_identity_t<T> g, int d,
                             std::type_identity_t<T> strength, T* weight) {
  const Stencil<Kernel, T> one = stencil<Kernel, T>(grid, X, g, d);
#pragma unroll
  for (int a = 0; a < Kernel::support; ++a) weight[a] = strength * one.weight[a];
  return wrap_near(one.first, grid.n[d]);
}

template <class Pair, class T>
__global__ void __launch_bounds__(few_threads)
    spread_few_kernel(Grid grid, TilesOfSlab part, VectorsView<const real> X, VectorsView<const real> F,
                      bool adds, FaceView<T> f) {
  constexpr int s = Pair::support;
  static_assert(3 * s * s * s <= few_threads && s <= 4);
  __shared__ Meeting meeting;
  __shared__ FewBatch<T> batch;
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
  const auto q = static_cast<Index>(blockIdx.x);

  const real per_h = 1 / grid.h;
  const Real3 own = X.at(q);
  for (int word = warp; word * 32 < X.n; word += few_threads / 32) {
    const Index p = word * 32 + lane;
    bool meets = p < X.n;
    if (meets) {
#pragma unroll
      for (int d = 0; d < 3; ++d) {
        const real n = grid.n[d];
        meets = meets && may_meet(X[d][p], own[d], per_h, n, 1 / n);
      }
    }
    const unsigned in_word = __ballot_sync(0xffffffffu, meets);
    if (lane == 0) meeting.bits[word] = in_word;
  }
  __syncthreads();
  if (warp == 0) { // from bits to a list
    unsigned bits = lane * 32 < X.n ? meeting.bits[lane] : 0;
    int sum = __popc(bits);
    for (int distance = 1; distance < 32; distance *= 2) {
      const int other = __shfl_up_sync(0xffffffffu, sum, distance);
      if (lane >= distance) sum += other;
    }
    if (lane == 31) meeting.count = sum;
    for (int to = sum - __popc(bits); bits != 0; bits &= bits - 1)
      meeting.point[to++] = lane * 32 + __ffs(bits) - 1;
  }
  __syncthreads();
  const int count = meeting.count;

  // In making weights:
  const int set = thread / few_batch, direction = set / 2, staggered = set % 2;
  const real per_volume = 1 / grid.cell_volume();
  // In adding:
  const int component = thread / (s * s * s), a = thread % s, b = thread / s % s, c = thread / (s * s) % s;
  const int gx = component != 0, gy = component != 1, gz = component != 2;
  const Int3 reach = supports_of<Pair>(component);
  int i = 0, j = 0, k = 0;
  bool mine = component < 3 && a < reach.x && b < reach.y && c < reach.z;
  if (mine) {
    const auto cell = [&](int d, int g, int shift) {
      T unused[4];
      const int first = g ? place_on_ring<typename Pair::Across>(grid, own[d], 0.5, d, 1, unused)
                          : place_on_ring<typename Pair::Along>(grid, own[d], 0, d, 1, unused);
      return wrap_near(first + shift, grid.n[d]);
    };
    i = cell(0, gx, a), j = cell(1, gy, b), k = cell(2, gz, c);
    // of a support wider than the box, the first s cells after it are the same again
    mine = a < grid.n.x && b < grid.n.y && c < grid.n.z && part.has_plane(k);
  }
  T sum = 0;
  for (int done = 0; done < count; done += few_batch) {
    if (const int at = done + lane; at < count) {
      const Index p = meeting.point[at];
      T* const weight = batch.weight[direction][staggered][lane];
      batch.first[direction][staggered][lane] =
          staggered
              ? place_on_ring<typename Pair::Across>(grid, X[direction][p], 0.5, direction, 1, weight)
              : place_on_ring<typename Pair::Along>(grid, X[direction][p], 0, direction,
                                                    static_cast<T>(F[direction][p] * per_volume), weight);
    }
    __syncthreads();
    if (mine)
      for (int at = 0; at < min(few_batch, count - done); ++at) {
        const int x = i - batch.first[0][gx][at], y = j - batch.first[1][gy][at],
                  z = k - batch.first[2][gz][at];
        const bool reaches = (x < 0 ? x + grid.n.x : x) < reach.x && (y < 0 ? y + grid.n.y : y) < reach.y &&
                             (z < 0 ? z + grid.n.z : z) < reach.z;
        if (!reaches) continue;
        if (meeting.point[done + at] < q) {
          mine = false; // it belongs to that one
          break;
        }
        sum += weight_on_ring(batch.weight[0][gx][at], x, grid.n.x, reach.x) *
               weight_on_ring(batch.weight[1][gy][at], y, grid.n.y, reach.y) *
               weight_on_ring(batch.weight[2][gz][at], z, grid.n.z, reach.z);
      }
    __syncthreads();
  }
  if (!mine) return;
  T& to = f[component][grid.index(i, j, part.plane(k))];
  to = adds ? to + sum : sum;
}

} // namespace ibsim::tiles

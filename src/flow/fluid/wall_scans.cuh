// Sums along the rows of a mode, over the threads of a block: the pieces of wall_modes_cuda.cu.
//
// A block has 8 modes side by side; the rows of a mode are dealt out to 32 threads, R to each. A warp has 4
// parts of 8 modes: parts tell each other by shuffles within it, and by shared memory beyond.
#pragma once

#include "fluid/wall_passes.hpp"

namespace ibsim::wall_scans {

constexpr int wide = 8, parts = 32, parts_of_warp = 32 / wide, warps = parts / parts_of_warp;

template <class T>
__device__ T power(T x, int n) {
  T result = 1;
  for (; n > 0; n /= 2, x *= x)
    if (n & 1) result *= x;
  return result;
}

/// The root below 1 of x + 1/x = 2 + e, e > 0.
template <class T>
__device__ T decay(T e) {
  return 1 / (1 + e / 2 + sqrt(e + e * e / 4));
}

/// What the thread so many parts below or above, in the same warp, has.
template <class T>
__device__ ComplexOf<T> from_below(ComplexOf<T> a, int number) {
  return {__shfl_up_sync(~0u, a.re, number * wide), __shfl_up_sync(~0u, a.im, number * wide)};
}
template <class T>
__device__ ComplexOf<T> from_above(ComplexOf<T> a, int number) {
  return {__shfl_down_sync(~0u, a.re, number * wide), __shfl_down_sync(~0u, a.im, number * wide)};
}

/// What threads of a block tell each other.
template <class T>
struct Shared {
  ComplexOf<T> upwards[3][warps][wide], downwards[3][warps][wide]; ///< what comes out of a warp
  ComplexOf<T> edge[3][4][wide];                                   ///< rows 0, 1, N-2 and N-1
  ComplexOf<T> row[parts][wide];
  T sum[parts];
};

/// The place of a thread: its mode in the block, and its part of the rows.
struct Place {
  int lane = static_cast<int>(threadIdx.x), part = static_cast<int>(threadIdx.y);
  __device__ int in_warp() const { return part % parts_of_warp; }
  __device__ int warp() const { return part / parts_of_warp; }
};

/// The two scans of one component, begun within the warp.
template <class T, int R>
struct Scans {
  ComplexOf<T> below, above; ///< what comes to this thread from the others of the warp

  __device__ Scans(Shared<T>& shared, int slot, Place at, T rho, const ComplexOf<T> (&r)[R]) {
    ComplexOf<T> up{}, down{};
#pragma unroll
    for (int i = 0; i < R; ++i) up = rho * up + r[i];
#pragma unroll
    for (int i = R - 1; i >= 0; --i) down = rho * down + r[i];
    T over = power(rho, R);
    for (int step = 1; step < parts_of_warp; step *= 2, over *= over) {
      const ComplexOf<T> lower = from_below(up, step), upper = from_above(down, step);
      if (at.in_warp() >= step) up = up + over * lower;
      if (at.in_warp() < parts_of_warp - step) down = down + over * upper;
    }
    below = from_below(up, 1), above = from_above(down, 1);
    if (at.in_warp() == 0) below = {}, shared.downwards[slot][at.warp()][at.lane] = down;
    if (at.in_warp() == parts_of_warp - 1) above = {}, shared.upwards[slot][at.warp()][at.lane] = up;
  }

  /// r becomes the solution without walls; after all warps have told theirs.
  __device__ void solve(const Shared<T>& shared, int slot, Place at, T rho, T factor, ComplexOf<T> (&r)[R]) {
    const T over_part = power(rho, R), over_warp = power(over_part, parts_of_warp);
    ComplexOf<T> carry{};
    for (int s = 0; s < at.warp(); ++s) carry = over_warp * carry + shared.upwards[slot][s][at.lane];
    below = below + power(over_part, at.in_warp()) * carry;
    carry = {};
    for (int s = warps - 1; s > at.warp(); --s)
      carry = over_warp * carry + shared.downwards[slot][s][at.lane];
    above = above + power(over_part, parts_of_warp - 1 - at.in_warp()) * carry;
    ComplexOf<T> down[R];
#pragma unroll
    for (int i = R - 1; i >= 0; --i) above = rho * above + r[i], down[i] = above;
#pragma unroll
    for (int i = 0; i < R; ++i) {
      below = rho * below + r[i];
      r[i] = factor * (below + (down[i] - r[i]));
    }
  }
};

template <class T, int R>
__device__ void tell_edges(Shared<T>& shared, int slot, Place at, int rows, const ComplexOf<T> (&x)[R]) {
#pragma unroll
  for (int i = 0; i < R; ++i) {
    const int j = at.part * R + i;
    if (j < 2) shared.edge[slot][j][at.lane] = x[i];
    if (j >= rows - 2 && j < rows) shared.edge[slot][j - rows + 4][at.lane] = x[i];
  }
}

/// f(i, x^j) for the rows j = first + i < rows of a thread.
template <int R, class T, class F>
__device__ void with_powers_up(T x, int first, int rows, F f) {
  T p = power(x, first);
#pragma unroll
  for (int i = 0; i < R; ++i, p *= x)
    if (first + i < rows) f(i, p);
}
/// f(i, x^(rows - 1 - j))
template <int R, class T, class F>
__device__ void with_powers_down(T x, int first, int rows, F f) {
  const int last = first + R < rows ? first + R - 1 : rows - 1;
  T p = power(x, rows - 1 - last);
#pragma unroll
  for (int i = R - 1; i >= 0; --i)
    if (first + i <= last) {
      f(i, p);
      p *= x;
    }
}

/// The sum over all rows of mode 0; all threads of the block call it.
template <class T, int R>
__device__ T sum_of_mode_zero(Shared<T>& shared, Place at, int rows, const ComplexOf<T> (&x)[R]) {
  T mine = 0;
#pragma unroll
  for (int i = 0; i < R; ++i)
    if (at.part * R + i < rows) mine += x[i].re;
  if (at.lane == 0) shared.sum[at.part] = mine;
  __syncthreads();
  T sum = 0;
  for (int s = 0; s < parts; ++s) sum += shared.sum[s];
  __syncthreads();
  return sum;
}

} // namespace ibsim::wall_scans

// A stage of the fluid along one direction in one kernel, for the modes of the planes across it: a transform
// of some components, the solve, and the transform back read and write each component once. A block has some
// modes side by side (`lanes`), so that 16 bytes times as many are read together, and all rows of their
// components in shared memory. The transform goes by levels (radices.cuh): the first takes its values from
// the planes, the last is solved in registers and is the first of the inverse, whose last gives values in
// space.
//
// What a Stage is:
//   int rows; Index modes;                 rows of a column; modes of a plane
//   Radices radices;
//   const Complex* roots;                  exp(2 pi i l/rows)
//   using Number = ...;                    of the modes, double or float
//   static constexpr int lanes, components;
//   struct Place;                          what a thread knows of its mode; made of (stage, mode)
//   Complex load(const Place&, int component, int row)
//   void solve(const Place&, int place, Complex* values)       of all components
//   void store(const Place&, int component, int row, Complex)
#pragma once

#include "fluid/columns.hpp"
#include "fluid/radices.cuh"
#include "parallel/cuda_check.hpp"
#include "parallel/for_each_team.hpp"

#include <type_traits>

namespace ibsim::columns {

constexpr int most_threads = 512; ///< of a block; half as many where two blocks fit beside each other

/// @param number bytes of one of two in a mode
inline std::size_t shared_bytes(int rows, int lanes, int components, std::size_t number) {
  return 2 * number * static_cast<std::size_t>(components * lanes + 1) * static_cast<std::size_t>(rows);
}

/// The modes of a Stage.
template <class Stage>
using Mode = ComplexOf<typename Stage::Number>;

/// The share of a thread in its block.
template <class Stage>
struct Share {
  int lane = static_cast<int>(threadIdx.x), part = static_cast<int>(threadIdx.y),
      parts = static_cast<int>(blockDim.y);
  Mode<Stage>* rows;        ///< of all components, [component][row][lane]
  const Mode<Stage>* roots; ///< in shared memory

  __device__ Mode<Stage>& at(int n, int d, int row) const {
    return rows[(d * n + row) * Stage::lanes + lane];
  }
};

/// The first level forward, of values in space.
template <int R, class Stage>
__device__ void first_level(const Stage& s, const typename Stage::Place& p, const Share<Stage>& share) {
  const int n = s.rows, step = n / R;
  for (int item = share.part; item < Stage::components * step; item += share.parts) {
    const int d = item / step, k = item - d * step;
    Mode<Stage> v[R];
#pragma unroll
    for (int t = 0; t < R; ++t) v[t] = s.load(p, d, k + t * step);
    radices::transform<-1>(v);
    share.at(n, d, k) = v[0];
#pragma unroll
    for (int u = 1; u < R; ++u) share.at(n, d, k + u * step) = conj(share.roots[u * k]) * v[u];
  }
}

/// A level forward between the first and the last, of blocks of length `length`.
template <int R, class Stage>
__device__ void level_forward(const Stage& s, const Share<Stage>& share, int length) {
  const int n = s.rows, of_component = n / R, step = length / R, around = n / length;
  for (int item = share.part; item < Stage::components * of_component; item += share.parts) {
    const int d = item / of_component, b = item - d * of_component, block = b / step, k = b - block * step,
              first = block * length + k;
    Mode<Stage> v[R];
#pragma unroll
    for (int t = 0; t < R; ++t) v[t] = share.at(n, d, first + t * step);
    radices::transform<-1>(v);
    share.at(n, d, first) = v[0];
#pragma unroll
    for (int u = 1; u < R; ++u) share.at(n, d, first + u * step) = conj(share.roots[around * u * k]) * v[u];
  }
}

/// A level back but the first.
template <int R, class Stage>
__device__ void level_back(const Stage& s, const typename Stage::Place& p, const Share<Stage>& share,
                           int length) {
  const int n = s.rows, of_component = n / R, step = length / R, around = n / length;
  for (int item = share.part; item < Stage::components * of_component; item += share.parts) {
    const int d = item / of_component, b = item - d * of_component, block = b / step, k = b - block * step,
              first = block * length + k;
    Mode<Stage> v[R];
    v[0] = share.at(n, d, first);
#pragma unroll
    for (int u = 1; u < R; ++u) v[u] = share.roots[around * u * k] * share.at(n, d, first + u * step);
    radices::transform<1>(v);
    if (length == n) {
#pragma unroll
      for (int t = 0; t < R; ++t) s.store(p, d, first + t * step, v[t]);
    } else {
#pragma unroll
      for (int t = 0; t < R; ++t) share.at(n, d, first + t * step) = v[t];
    }
  }
}

/// The last level forward, the solve, and the first level back.
template <int R, class Stage>
__device__ void solve(const Stage& s, const typename Stage::Place& p, const Share<Stage>& share) {
  const int n = s.rows;
  for (int block = share.part; block < n / R; block += share.parts) {
    Mode<Stage> v[Stage::components][R];
#pragma unroll
    for (int d = 0; d < Stage::components; ++d) {
#pragma unroll
      for (int t = 0; t < R; ++t) v[d][t] = share.at(n, d, block * R + t);
      radices::transform<-1>(v[d]);
    }
#pragma unroll
    for (int u = 0; u < R; ++u) {
      Mode<Stage> values[Stage::components];
#pragma unroll
      for (int d = 0; d < Stage::components; ++d) values[d] = v[d][u];
      s.solve(p, block * R + u, values);
#pragma unroll
      for (int d = 0; d < Stage::components; ++d) v[d][u] = values[d];
    }
#pragma unroll
    for (int d = 0; d < Stage::components; ++d) {
      radices::transform<1>(v[d]);
#pragma unroll
      for (int t = 0; t < R; ++t) share.at(n, d, block * R + t) = v[d][t];
    }
  }
}

/// work(std::integral_constant<int, radix>).
template <class Work>
__device__ void with_radix(int radix, const Work& work) {
  switch (radix) {
  case 2:
    return work(std::integral_constant<int, 2>());
  case 3:
    return work(std::integral_constant<int, 3>());
  case 4:
    return work(std::integral_constant<int, 4>());
  case 5:
    return work(std::integral_constant<int, 5>());
  default:
    return work(std::integral_constant<int, 8>());
  }
}

template <class Stage>
__global__ void __launch_bounds__(most_threads) stage_kernel(Stage s) {
  extern __shared__ __align__(16) unsigned char memory[];
  const int n = s.rows, last = s.radices.levels - 1;
  Mode<Stage>* const rows = reinterpret_cast<Mode<Stage>*>(memory);
  Mode<Stage>* const roots = rows + Stage::components * n * Stage::lanes;
  const Share<Stage> share{.rows = rows, .roots = roots};
  const typename Stage::Place p(s, static_cast<Index>(blockIdx.x) * Stage::lanes + share.lane);
  for (int l = share.part * Stage::lanes + share.lane; l < n; l += share.parts * Stage::lanes)
    roots[l] = s.roots[l];
  __syncthreads();
  int length = n;
  for (int level = 0; level < last; ++level) {
    with_radix(s.radices.radix[level], [&](auto radix) {
      level == 0 ? first_level<radix()>(s, p, share) : level_forward<radix()>(s, share, length);
    });
    length /= s.radices.radix[level];
    __syncthreads();
  }
  switch (length) {
  case 3:
    solve<3>(s, p, share);
    break;
  case 4:
    solve<4>(s, p, share);
    break;
  default:
    solve<5>(s, p, share);
  }
  for (int level = last - 1; level >= 0; --level) {
    length *= s.radices.radix[level];
    __syncthreads();
    with_radix(s.radices.radix[level], [&](auto radix) { level_back<radix()>(s, p, share, length); });
  }
}

/// What launch() needs once on a device. The attribute is the kernel's, so the same for all grids.
template <class Stage>
void allow_shared_memory(const Stream<Cuda>& stream) {
  check_cuda(cudaFuncSetAttribute(stage_kernel<Stage>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(most_team_memory(stream))),
             "asking for shared memory");
}

template <class Stage>
void launch(const Stream<Cuda>& stream, const Stage& s) {
  const std::size_t bytes =
      shared_bytes(s.rows, Stage::lanes, Stage::components, sizeof(typename Stage::Number));
  const bool alone = 2 * bytes > most_team_memory(stream);
  int parts = (alone ? most_threads : most_threads / 2) / Stage::lanes;
  if (s.rows < 2 * parts) parts /= 2;
  const auto blocks = static_cast<unsigned>((s.modes - 1) / Stage::lanes + 1);
  stage_kernel<<<blocks, dim3(Stage::lanes, static_cast<unsigned>(parts)), bytes,
                 static_cast<cudaStream_t>(stream.handle())>>>(s);
  check_cuda(cudaGetLastError(), "kernel launch");
}

} // namespace ibsim::columns

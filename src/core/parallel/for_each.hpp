// for_each(stream, n, f): f(i) for i = 0 .. n-1, in any order, side by side; i is a Size where n is one, else
// an Index. For kernel files only.
// for_each_piece(stream, n, f): the same where f has a loop of its own over a piece of the work, so that a
// few are worth sharing.
// for_each_cell(stream, n, f): f(i, j, k) for all cells of a grid, i running fastest in memory.
//
//   for_each(stream, n, [=] IBSIM_KERNEL(Index i) { y[i] += a * x[i]; });
//
// The lambda copies what it captures: capture raw pointers and plain values, never `this` or a member.
//
// The CPU gives the same bits for any number of threads. A compiler makes several copies of a loop's body
// (vectors and what is left over, first items, items whose number it knows) and may join other products and
// sums to an fma in each; so which copy an item goes through must not follow from how the loop is shared.
// Threads share blocks of items, each of which begins at a number that the compiler does not know.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"
#include "parallel/stream.hpp"

#include <type_traits>

#if defined(__CUDACC__)
#include "parallel/cuda_check.hpp"
#endif

namespace ibsim {

/// The type of the numbers 0 .. n-1 for a number n of some integer type.
template <class N>
using CountedBy = std::conditional_t<(sizeof(N) > sizeof(Index)), Size, Index>;

#if defined(__CUDACC__)

template <class I, class F>
__global__ void for_each_kernel(I n, F f) {
  const Index stride = static_cast<Index>(gridDim.x * blockDim.x);
  for (Size i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) f(static_cast<I>(i));
}

template <class N, class F>
void for_each(const Stream<Cuda>& stream, N number, F f) {
  const auto n = static_cast<CountedBy<N>>(number);
  if (n <= 0) return;
  constexpr Index most_blocks = 1 << 20;
  Index threads = 128;
  Index blocks = static_cast<Index>(n > Size{most_blocks} * threads ? most_blocks : (n - 1) / threads + 1);
  if (stream.max_work_items > 0) { // the paper's p: so many threads in all, each with its share of the loop
    threads = stream.max_work_items < threads ? stream.max_work_items : threads;
    const Index limit = stream.max_work_items / threads;
    blocks = blocks < limit ? blocks : limit;
  }
  for_each_kernel<<<blocks, threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(n, f);
  check_cuda(cudaGetLastError(), "kernel launch");
}

template <class N, class F>
void for_each_piece(const Stream<Cuda>& stream, N number, F f) {
  for_each(stream, number, f);
}

template <class F>
__global__ void for_each_cell_kernel(Int3 n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  const int k = blockIdx.z;
  if (i < n.x && j < n.y) f(i, j, k);
}

template <class F>
void for_each_cell(const Stream<Cuda>& stream, Int3 n, F f) {
  if (n.x <= 0 || n.y <= 0 || n.z <= 0) return;
  const dim3 threads(32, 4);
  const dim3 blocks((n.x + 31) / 32, (n.y + 3) / 4, n.z);
  for_each_cell_kernel<<<blocks, threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(n, f);
  check_cuda(cudaGetLastError(), "kernel launch");
}

#else

template <class N, class F>
void for_each(const Stream<Cpu>&, N number, F f) {
  using I = CountedBy<N>;
  const auto n = static_cast<I>(number);
  const I block = n < 1 << 15 ? 32 : 512, blocks = n / block + (n % block > 0);
#pragma omp parallel for schedule(static) if (blocks > 1)
  for (I b = 0; b < blocks; ++b) {
    I i = b * block;
    const I end = n - i < block ? n : i + block;
    asm volatile("" : "+r"(i));
    for (; i < end; ++i) f(i);
  }
}

template <class N, class F>
void for_each_piece(const Stream<Cpu>&, N number, F f) {
  using I = CountedBy<N>;
  const auto n = static_cast<I>(number);
#pragma omp parallel for schedule(static) if (n > 1)
  for (I piece = 0; piece < n; ++piece) {
    I i = piece;
    asm volatile("" : "+r"(i));
    f(i);
  }
}

template <class F>
void for_each_cell(const Stream<Cpu>&, Int3 n, F f) {
  // else waking the threads costs more than the work
  const bool worth_sharing = Size{n.x} * n.y * n.z > 2048;
#pragma omp parallel for collapse(2) schedule(static) if (worth_sharing)
  for (int plane = 0; plane < n.z; ++plane)
    for (int row = 0; row < n.y; ++row) {
      int j = row, k = plane;
      asm volatile("" : "+r"(j), "+r"(k));
      for (int i = 0; i < n.x; ++i) f(i, j, k);
    }
}

#endif

} // namespace ibsim

// for_each_sum<L>(stream, n, term, store): store(i, sum over l = 0 .. L-1 of term(i, l)), i = 0 .. n-1. For
// kernel files only.
//
// For few items with costly terms: on CUDA each term has a thread of its own. L is a power of two, at most
// 32. The terms are added pairwise, always in the same order, which is that of the CPU too.
#pragma once

#include "parallel/for_each.hpp"

namespace ibsim {

#if defined(__CUDACC__)

template <int L, class Term, class Store>
__global__ void for_each_sum_kernel(Index n, Term term, Store store) {
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const Index i = static_cast<Index>(thread / L);
  const int l = static_cast<int>(thread % L);
  real value = i < n ? term(i, l) : real{0};
  for (int step = L / 2; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step, L);
  if (i < n && l == 0) store(i, value);
}

template <int L, class Term, class Store>
void for_each_sum(const Stream<Cuda>& stream, Index n, Term term, Store store) {
  static_assert(L > 0 && L <= 32 && (L & (L - 1)) == 0);
  if (n <= 0) return;
  constexpr int threads = 128;
  const auto blocks = static_cast<unsigned>((std::int64_t{n} * L - 1) / threads + 1);
  for_each_sum_kernel<L><<<blocks, threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(n, term, store);
  check_cuda(cudaGetLastError(), "kernel launch");
}

#else

template <int L, class Term, class Store>
void for_each_sum(const Stream<Cpu>& stream, Index n, Term term, Store store) {
  static_assert(L > 0 && L <= 32 && (L & (L - 1)) == 0);
  for_each(stream, n, [=](Index i) {
    real values[L];
    for (int l = 0; l < L; ++l) values[l] = term(i, l);
    for (int step = L / 2; step > 0; step /= 2)
      for (int l = 0; l < step; ++l) values[l] += values[l + step];
    store(i, values[0]);
  });
}

#endif

} // namespace ibsim

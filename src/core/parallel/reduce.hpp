// reduce(stream, groups, n, start, f, combine): for each group g, start combined with f(g, 0), f(g, 1) ..
// f(g, n-1), brought to the host; sum and max_of are made of it. For kernel files only.
//
// n is an Index or a Size, and so is i; f is called with an Index for g. T is a number, or a plain struct of
// several that are found in one pass over the data. `start` combined with x must be x. Bit for bit the same
// whatever the number of threads: terms go into a fixed number of partial results, and these are combined in
// a fixed order. Into how many parts a group is cut follows from the number of groups: who has some of a
// larger number says how many there are in all, and finds what who has all of them would.
// All of them wait for the stream, so they belong in diagnostics, not in the time step; reduce_each leaves
// the results on the device.
#pragma once

#include "parallel/for_each.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ibsim {

/// of all groups together, where there are fewer groups than that
constexpr Index most_partial_results = 8192;

#if defined(__CUDACC__)

constexpr int reduce_threads = 128;

template <class T, class N, class F, class Combine>
__global__ void __launch_bounds__(reduce_threads)
    reduce_kernel(Index blocks, N n, T start, F f, Combine combine, T* out) {
  // not of type T, whose members may have values at first
  __shared__ alignas(16) unsigned char memory[reduce_threads * sizeof(T)];
  T* const of_thread = reinterpret_cast<T*>(memory);
  const Index group = static_cast<Index>(blockIdx.x) / blocks,
              block = static_cast<Index>(blockIdx.x) % blocks;
  const int thread = static_cast<int>(threadIdx.x);
  // Accumulated in memory. Kept in a variable, nvcc 13.0 takes the sum of a member whose terms need no other
  // one out of the loop, with its last term alone: areas of many objects lacked all but the last round's
  // sites.
  of_thread[thread] = start;
  for (Size i = Size{block} * reduce_threads + thread; i < n; i += Size{blocks} * reduce_threads)
    of_thread[thread] = combine(of_thread[thread], f(group, static_cast<N>(i)));
  T value = of_thread[thread];
  for (int half = reduce_threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) of_thread[thread] = value = combine(value, of_thread[thread + half]);
  }
  if (thread == 0) out[blockIdx.x] = value;
}

/// Reduces into memory of the backend, without waiting. A block of threads has a group, so this suits many
/// groups of few terms.
/// @param results one a group
template <class T, class N, class F, class Combine>
void reduce_each(const Stream<Cuda>& stream, Index groups, N n, T start, F f, Combine combine, T* results) {
  if (groups <= 0) return;
  reduce_kernel<<<groups, reduce_threads, 0, static_cast<cudaStream_t>(stream.handle())>>>(1, n, start, f,
                                                                                           combine, results);
  check_cuda(cudaGetLastError(), "kernel launch");
}

template <class T, class N, class F, class Combine>
std::vector<T> reduce(const Stream<Cuda>& stream, Index groups, N n, T start, F f, Combine combine,
                      Index groups_in_all = 0) {
  std::vector<T> results(groups, start);
  if (n <= 0 || groups <= 0) return results;
  // as many as fit on a GPU at once
  const Size wanted = (n - 1) / reduce_threads + 1;
  const Index most = std::max<Index>(1, most_partial_results / 8 / std::max(groups, groups_in_all));
  const Index blocks = static_cast<Index>(std::min<Size>(wanted, most));
  const std::size_t bytes = results.size() * sizeof(T);
  const auto staging = stream.staging(bytes * (1 + static_cast<std::size_t>(blocks)), bytes);
  T* const totals = static_cast<T*>(staging.device);
  T* const partials = blocks > 1 ? totals + groups : totals;
  const auto handle = static_cast<cudaStream_t>(stream.handle());
  reduce_kernel<<<groups * blocks, reduce_threads, 0, handle>>>(blocks, n, start, f, combine, partials);
  if (blocks > 1) {
    const auto partial = [=] __device__(Index group, Index block) {
      return partials[group * blocks + block];
    };
    reduce_kernel<<<groups, reduce_threads, 0, handle>>>(1, blocks, start, partial, combine, totals);
  }
  check_cuda(cudaGetLastError(), "kernel launch");
  check_cuda(cudaMemcpyAsync(staging.host, totals, bytes, cudaMemcpyDeviceToHost, handle),
             "a copy to the host");
  stream.synchronize();
  std::copy_n(static_cast<const T*>(staging.host), groups, results.begin());
  return results;
}

#else

template <class T, class N, class F, class Combine>
void reduce_each(const Stream<Cpu>& stream, Index groups, N n, T start, F f, Combine combine, T* results) {
  for_each_piece(stream, groups, [=](Index group) {
    T value = start;
    for (N i = 0; i < n; ++i) value = combine(value, f(group, i));
    results[group] = value;
  });
}

template <class T, class N, class F, class Combine>
std::vector<T> reduce(const Stream<Cpu>& stream, Index groups, N n, T start, F f, Combine combine,
                      Index groups_in_all = 0) {
  std::vector<T> results(groups, start);
  if (n <= 0 || groups <= 0) return results;
  constexpr N least_share = 32;
  const Index most = std::max<Index>(1, most_partial_results / std::max(groups, groups_in_all));
  const N share = (n - 1) / std::min<N>((n - 1) / least_share + 1, most) + 1;
  const Index parts = static_cast<Index>((n - 1) / share + 1);
  std::vector<T> partials(static_cast<std::size_t>(groups) * parts, start);
  T* const out = partials.data();
  for_each_piece(stream, groups * parts, [=](Index item) {
    const Index group = item / parts;
    const N first = item % parts * share, last = first + std::min<N>(share, n - first);
    T value = start;
    for (N i = first; i < last; ++i) value = combine(value, f(group, i));
    out[item] = value;
  });
  for (std::size_t item = 0; item < partials.size(); ++item)
    results[item / parts] = combine(results[item / parts], partials[item]);
  return results;
}

#endif

struct Plus {
  template <class T>
  IBSIM_HD T operator()(T a, T b) const {
    return a + b;
  }
};
struct Larger { // keeps a NaN once it has met one
  IBSIM_HD real operator()(real a, real b) const { return (a != a || a > b) ? a : b; }
};

/// The sum of f(i), i = 0 .. n-1.
template <class T, class B, class N, class F>
T sum(const Stream<B>& stream, N n, F f) {
  return reduce(
      stream, 1, n, T{0}, [=] IBSIM_KERNEL(Index, N i) { return f(i); }, Plus{})[0];
}

/// The largest f(i), not less than 0; NaN if any f(i) is NaN.
template <class B, class N, class F>
real max_of(const Stream<B>& stream, N n, F f) {
  return reduce(
      stream, 1, n, real{0}, [=] IBSIM_KERNEL(Index, N i) { return f(i); }, Larger{})[0];
}

} // namespace ibsim

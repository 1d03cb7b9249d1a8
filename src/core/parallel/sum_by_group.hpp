// sum_by_group(stream, n, f, sums): sums.totals()[g] = sum over i = 0 .. n-1 of f(g, i), a Real3, for each
// group g; f is called once for each g and i, side by side, and may do more. For kernel files only.
//
// Sums are taken over blocks of sum_block items and then over the blocks, both in a fixed order: the same
// bits in every run. On CUDA it is one kernel; the block that is the last of its group to finish adds up the
// others.
#pragma once

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

namespace ibsim {

constexpr Index sum_block = 128;

/// The totals of a number of groups of n items each, and the memory that it takes to sum them.
template <class B>
class GroupSums {
 public:
  GroupSums(const Stream<B>& stream, Index groups, Index n)
      : groups_(groups), blocks_((n - 1) / sum_block + 1), totals_(groups),
        partials_(static_cast<std::size_t>(groups) * blocks_),
        finished_(stream, static_cast<std::size_t>(groups)) {}

  Index groups() const { return groups_; }
  Index blocks() const { return blocks_; } ///< of a group
  Real3* totals() { return totals_.data(); }
  Real3* partials() { return partials_.data(); }
  unsigned* finished() { return finished_.data(); } ///< blocks of each group; 0 between two calls

 private:
  Index groups_, blocks_;
  Array<Real3, B> totals_, partials_;
  Array<unsigned, B> finished_;
};

#if defined(__CUDACC__)

/// The sum of a value over the threads of a block, for thread 0.
__device__ inline Real3 block_sum(Real3 value) {
  constexpr int warps = sum_block / 32;
  __shared__ real of_warp[warps][3];
  for (int distance = 16; distance > 0; distance /= 2)
    for (int d = 0; d < 3; ++d) value[d] += __shfl_down_sync(0xffffffffu, value[d], distance);
  if (threadIdx.x % 32 == 0)
    for (int d = 0; d < 3; ++d) of_warp[threadIdx.x / 32][d] = value[d];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int w = 1; w < warps; ++w) value += Real3{of_warp[w][0], of_warp[w][1], of_warp[w][2]};
  __syncthreads();
  return value;
}

template <class F>
__global__ void __launch_bounds__(sum_block)
    sum_by_group_kernel(Index blocks, Index n, F f, Real3* totals, Real3* partials, unsigned* finished) {
  const Index group = static_cast<Index>(blockIdx.x) / blocks,
              block = static_cast<Index>(blockIdx.x) % blocks;
  const Index i = block * sum_block + static_cast<Index>(threadIdx.x);
  const Real3 sum = block_sum(i < n ? f(group, i) : Real3{});
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(&finished[group], 1u) == static_cast<unsigned>(blocks) - 1;
  }
  __syncthreads();
  if (!last) return;
  __threadfence();
  Real3 rest;
  for (Index b = threadIdx.x; b < blocks; b += sum_block) {
    const volatile real* partial = &partials[group * blocks + b].x;
    rest += Real3{partial[0], partial[1], partial[2]};
  }
  const Real3 total = block_sum(rest);
  if (threadIdx.x == 0) totals[group] = total, finished[group] = 0;
}

template <class F>
void sum_by_group(const Stream<Cuda>& stream, Index n, F f, GroupSums<Cuda>& sums) {
  if (n <= 0 || sums.groups() <= 0) return;
  sum_by_group_kernel<<<sums.groups() * sums.blocks(), sum_block, 0,
                        static_cast<cudaStream_t>(stream.handle())>>>(sums.blocks(), n, f, sums.totals(),
                                                                      sums.partials(), sums.finished());
  check_cuda(cudaGetLastError(), "kernel launch");
}

#else

template <class F>
void sum_by_group(const Stream<Cpu>& stream, Index n, F f, GroupSums<Cpu>& sums) {
  const Index blocks = sums.blocks();
  Real3* const partials = sums.partials();
  for_each_piece(stream, n > 0 ? sums.groups() * blocks : 0, [=](Index item) {
    const Index group = item / blocks, first = item % blocks * sum_block;
    Real3 sum;
    for (Index i = first; i < n && i < first + sum_block; ++i) sum += f(group, i);
    partials[item] = sum;
  });
  for (Index group = 0; group < sums.groups(); ++group) {
    Real3 total;
    for (Index b = 0; b < blocks; ++b) total += partials[group * blocks + b];
    sums.totals()[group] = total;
  }
}

#endif

} // namespace ibsim

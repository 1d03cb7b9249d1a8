// select(queue, n, wanted, out, count, work_space): the i of 0 .. n-1 with wanted(i), ascending, and how many, both on the
// device. For kernel files only. CUB's device-wide selection, or Thrust's over OpenMP threads.
//
// `wanted` is a functor with IBSIM_HD bool operator()(Index) const, not a lambda. On CUDA nothing is allocated if
// work_space holds select_work_space(queue, most n, wanted) bytes, and nothing waits.
#pragma once

#include "parallel/array.hpp"
#include "parallel/for_each.hpp"

#include <thrust/iterator/counting_iterator.h>

#if defined(__CUDACC__)
#include <cub/device/device_select.cuh>
#else
#include <thrust/copy.h>
#include <thrust/system/omp/execution_policy.h>
#endif

namespace ibsim {

#if defined(__CUDACC__)

template <class Wanted>
std::size_t select_work_space(const Queue<Cuda>& queue, Index most, Wanted wanted) {
  std::size_t bytes = 0;
  check_cuda(cub::DeviceSelect::If(nullptr, bytes, thrust::counting_iterator<Index>(0), static_cast<Index*>(nullptr),
                                   static_cast<Index*>(nullptr), most, wanted, static_cast<cudaStream_t>(queue.stream())),
             "setting up a selection");
  return bytes;
}

template <class Wanted>
void select(const Queue<Cuda>& queue, Index n, Wanted wanted, Index* out, Index* count, Array<std::byte, Cuda>& work_space) {
  std::size_t bytes = work_space.size();
  check_cuda(cub::DeviceSelect::If(work_space.data(), bytes, thrust::counting_iterator<Index>(0), out, count, n, wanted,
                                   static_cast<cudaStream_t>(queue.stream())),
             "a selection");
}

#else

template <class Wanted>
std::size_t select_work_space(const Queue<Cpu>&, Index, Wanted) { return 0; }

template <class Wanted>
void select(const Queue<Cpu>&, Index n, Wanted wanted, Index* out, Index* count, Array<std::byte, Cpu>&) {
  const thrust::counting_iterator<Index> first(0);
  *count = static_cast<Index>(thrust::copy_if(thrust::omp::par, first, first + n, out, wanted) - out);
}

#endif

} // namespace ibsim

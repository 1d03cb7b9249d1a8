// The two halves of sort_by_key.hpp.
#include "parallel/sort_by_key.hpp"

#include "parallel/for_each.hpp"

#if defined(__CUDACC__)
#include <cub/device/device_radix_sort.cuh>
#else
#include <thrust/sort.h>
#include <thrust/system/omp/execution_policy.h>
#endif

#include <bit>

namespace ibsim {

template <class B>
void fill_identity(const Queue<B>& queue, Index n, Index* identity) {
  for_each(queue, n, [=] IBSIM_KERNEL(Index i) { identity[i] = i; });
}

#if defined(__CUDACC__)

template <>
SortByKey<Cuda>::SortByKey(const Queue<Cuda>& queue, Index most_items)
    : keys_(most_items), sorted_keys_(most_items), identity_(most_items), order_(most_items) {
  fill_identity(queue, most_items, identity_.data());
  std::size_t bytes = 0; // most for all 32 bits; fewer items or bits need no more
  check_cuda(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys_.data(), sorted_keys_.data(), identity_.data(), order_.data(),
                                             most_items, 0, 32, static_cast<cudaStream_t>(queue.stream())),
             "setting up a sort");
  work_space_ = Array<std::byte, Cuda>(bytes);
}

template <>
void SortByKey<Cuda>::sort(const Queue<Cuda>& queue, Index n, std::uint32_t largest_key) {
  if (n <= 0) return;
  const int bits = std::max(1, static_cast<int>(std::bit_width(largest_key)));
  std::size_t bytes = work_space_.size();
  check_cuda(cub::DeviceRadixSort::SortPairs(work_space_.data(), bytes, keys_.data(), sorted_keys_.data(), identity_.data(),
                                             order_.data(), n, 0, bits, static_cast<cudaStream_t>(queue.stream())),
             "a sort");
}

template class SortByKey<Cuda>;

#else

template <>
SortByKey<Cpu>::SortByKey(const Queue<Cpu>& queue, Index most_items)
    : keys_(most_items), sorted_keys_(most_items), identity_(most_items), order_(most_items) {
  fill_identity(queue, most_items, identity_.data());
}

template <>
void SortByKey<Cpu>::sort(const Queue<Cpu>& queue, Index n, std::uint32_t) {
  if (n <= 0) return;
  copy_within_device(queue, sorted_keys_.data(), keys_.data(), n * sizeof(std::uint32_t));
  copy_within_device(queue, order_.data(), identity_.data(), n * sizeof(Index));
  thrust::stable_sort_by_key(thrust::omp::par, sorted_keys_.data(), sorted_keys_.data() + n, order_.data());
}

template class SortByKey<Cpu>;

#endif

} // namespace ibsim

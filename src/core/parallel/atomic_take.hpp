// atomic_take(total, amount): *total += amount; the result is the old value, a place for `amount` items. On
// CUDA the work items of a warp that come together are counted first and add once. For kernel files that use
// it: headers of cooperative groups take nvcc seconds.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#if defined(__CUDACC__)
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#endif
#include <atomic>

namespace ibsim {

#if defined(__CUDACC__)

__device__ inline Index atomic_take(Index* total, Index amount) {
  namespace groups = cooperative_groups;
  const groups::coalesced_group together = groups::coalesced_threads();
  const Index before = groups::exclusive_scan(together, amount);
  Index begin = 0;
  const int last = static_cast<int>(together.size()) - 1;
  if (static_cast<int>(together.thread_rank()) == last) begin = atomicAdd(total, before + amount);
  return together.shfl(begin, last) + before;
}

#else

inline Index atomic_take(Index* total, Index amount) {
  return std::atomic_ref<Index>(*total).fetch_add(amount, std::memory_order_relaxed);
}

#endif

} // namespace ibsim

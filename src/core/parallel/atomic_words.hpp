// Atomics on whole numbers that give the same in any order but for who comes first, safe among the work items
// of one for_each; and the bits of a word. For kernel files only.
//
//   atomic_swap(p, to)           *p = to; gives what it was
//   atomic_or(p, bits)           *p |= bits
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#include <atomic>
#include <bit>
#include <cstdint>

namespace ibsim {

/// The lowest bit of a word that is not 0.
IBSIM_HD int lowest_bit(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(word)) - 1;
#else
  return std::countr_zero(word);
#endif
}
IBSIM_HD int highest_bit(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  return 63 - __clzll(static_cast<long long>(word));
#else
  return 63 - std::countl_zero(word);
#endif
}

/// How many bits of a word are set.
IBSIM_HD int bits_of(std::uint64_t word) {
#if defined(__CUDA_ARCH__)
  return __popcll(word);
#else
  return std::popcount(word);
#endif
}

#if defined(__CUDACC__)

__device__ inline Index atomic_swap(Index* p, Index to) { return atomicExch(p, to); }
__device__ inline void atomic_or(std::uint64_t* p, std::uint64_t bits) {
  atomicOr(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(bits));
}

#else

inline Index atomic_swap(Index* p, Index to) {
  return std::atomic_ref<Index>(*p).exchange(to, std::memory_order_relaxed);
}
inline void atomic_or(std::uint64_t* p, std::uint64_t bits) {
  std::atomic_ref<std::uint64_t>(*p).fetch_or(bits, std::memory_order_relaxed);
}

#endif

} // namespace ibsim

// atomic_lower(p, v): *p = min(*p, v), safe among the work items of one for_each; gives what *p was. And some
// small atomics on whole numbers. For kernel files only.
//
// For numbers that are not negative (infinity too): these ascend as their bits do, so an integer's atomic
// minimum serves. A minimum is the same in any order: results repeat to the bit.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#include <atomic>
#include <cstdint>

namespace ibsim {

#if defined(__CUDACC__)

__device__ inline float atomic_lower(float* p, float v) {
  return __uint_as_float(atomicMin(reinterpret_cast<unsigned*>(p), __float_as_uint(v)));
}
__device__ inline double atomic_lower(double* p, double v) {
  using Word = unsigned long long;
  const Word old = atomicMin(reinterpret_cast<Word*>(p), static_cast<Word>(__double_as_longlong(v)));
  return __longlong_as_double(static_cast<long long>(old));
}
/// *p, which other work items may change.
__device__ inline Index look_at(const Index* p) { return *static_cast<const volatile Index*>(p); }
__device__ inline real look_at(const real* p) { return *static_cast<const volatile real*>(p); }
/// *p = to if it is `from`; gives what it was.
__device__ inline Index atomic_claim(Index* p, Index from, Index to) { return atomicCAS(p, from, to); }
/// *p = v
__device__ inline void atomic_put(Index* p, Index v) { atomicExch(p, v); }
/// *flag = 1; gives what it was.
__device__ inline int atomic_set(int* flag) { return atomicExch(flag, 1); }
/// (*count)++; gives what it was.
__device__ inline Index atomic_next(Index* count) { return atomicAdd(count, 1); }
/// *sum += term.
__device__ inline void atomic_add_to(Index* sum, Index term) { atomicAdd(sum, term); }

#else

template <class T>
inline T atomic_lower(T* p, T v) {
  std::atomic_ref<T> shared(*p);
  T old = shared.load(std::memory_order_relaxed);
  while (v < old && !shared.compare_exchange_weak(old, v, std::memory_order_relaxed)) {
  }
  return old;
}
inline Index look_at(Index* p) { return std::atomic_ref<Index>(*p).load(std::memory_order_relaxed); }
inline real look_at(real* p) { return std::atomic_ref<real>(*p).load(std::memory_order_relaxed); }
inline Index atomic_claim(Index* p, Index from, Index to) {
  std::atomic_ref<Index>(*p).compare_exchange_strong(from, to, std::memory_order_relaxed);
  return from;
}
inline void atomic_put(Index* p, Index v) { std::atomic_ref<Index>(*p).store(v, std::memory_order_relaxed); }
inline int atomic_set(int* flag) {
  return std::atomic_ref<int>(*flag).exchange(1, std::memory_order_relaxed);
}
inline Index atomic_next(Index* count) {
  return std::atomic_ref<Index>(*count).fetch_add(1, std::memory_order_relaxed);
}
inline void atomic_add_to(Index* sum, Index term) {
  std::atomic_ref<Index>(*sum).fetch_add(term, std::memory_order_relaxed);
}

#endif

} // namespace ibsim

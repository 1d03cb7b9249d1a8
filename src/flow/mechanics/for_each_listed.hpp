// for_each_listed(stream, most, count, f): f(i) for i = 0 .. *count - 1, where *count <= most is on the
// device, and much less than `most` as a rule: few work items start, and each does every n-th. For kernel
// files only.
// for_each_listed_and(stream, most, count, others, f): f(i, k) for these i and k = 0 .. others - 1.
#pragma once

#include "parallel/for_each.hpp"

#include <algorithm>

namespace ibsim {

template <class F>
struct EveryNth {
  const Index* count;
  Index n;
  F f;
  IBSIM_IN_KERNEL void operator()(Index first) const {
    for (Size i = first; i < *count; i += n) f(static_cast<Index>(i));
  }
};

constexpr Index threads_of_a_gpu = 1 << 18; ///< as many as an H200 has
/// Where some of the listed have much more work than others, so that those who are done make room.
constexpr Index searching_at_once = 1 << 20;

template <class F>
struct EveryNthPair {
  const Index* count;
  Index n, others;
  F f;
  IBSIM_IN_KERNEL void operator()(Index first) const {
    for (Size i = first; i < Size{*count} * others; i += n)
      f(static_cast<Index>(i / others), static_cast<Index>(i % others));
  }
};

template <class B, class F>
void for_each_listed_and(const Stream<B>& stream, Index most, const Index* count, Index others, F f) {
  const auto n = static_cast<Index>(std::min<Size>(Size{most} * others, searching_at_once));
  for_each(stream, n, EveryNthPair<F>{count, n, others, f});
}

template <class B, class F>
void for_each_listed(const Stream<B>& stream, Index most, const Index* count, F f) {
  const Index n = std::min(most, threads_of_a_gpu);
  for_each(stream, n, EveryNth<F>{count, n, f});
}

} // namespace ibsim

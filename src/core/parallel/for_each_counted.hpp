// for_each_counted(stream, most, count, f): f(i) for i = 0 .. *count - 1, where *count <= most is on the
// device. For kernel files only. On CUDA the host does not know the count, so `most` work items start and
// those beyond it do nothing.
#pragma once

#include "parallel/for_each.hpp"

namespace ibsim {

#if defined(__CUDACC__)

template <class F>
struct IfCounted {
  const Index* count;
  F f;
  __device__ void operator()(Index i) const {
    if (i < *count) f(i);
  }
};

template <class F>
void for_each_counted(const Stream<Cuda>& stream, Index most, const Index* count, F f) {
  for_each(stream, most, IfCounted<F>{count, f});
}

#else

template <class F>
void for_each_counted(const Stream<Cpu>& stream, Index, const Index* count, F f) {
  for_each(stream, *count, f);
}

#endif

} // namespace ibsim

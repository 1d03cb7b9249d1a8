// atomic_min(p, v): *p = min(*p, v), safe among the work items of one for_each. For kernel files only; meant
// for rare events.
#pragma once

#include "base/host_device.hpp"

namespace ibsim {

#if defined(__CUDACC__)
__device__ inline void atomic_min(unsigned long long* p, unsigned long long v) { atomicMin(p, v); }
#else
inline void atomic_min(unsigned long long* p, unsigned long long v) {
#pragma omp critical(ibsim_atomic_min)
  if (v < *p) *p = v;
}
#endif

} // namespace ibsim

// atomic_add(p, v): *p += v, whole, while other work items do the same. In no fixed order, so sums are not
// repeatable.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

namespace ibsim {

IBSIM_HD void atomic_add(real* p, real v) {
#if defined(__CUDA_ARCH__)
  atomicAdd(p, v);
#else
#pragma omp atomic
  *p += v;
#endif
}

} // namespace ibsim

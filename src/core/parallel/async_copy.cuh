// Copies from global to shared memory that a thread does not wait for, in kernels.
#pragma once

#include <cuda_pipeline.h>

namespace ibsim {

/// Begin to copy a number of 4, 8 or 16 bytes.
template <class T>
__device__ inline void begin_copy(T* shared, const T* global) {
  __pipeline_memcpy_async(shared, global, sizeof(T));
}

/// Wait for all copies that this thread began; a __syncthreads() then makes those of all threads seen.
__device__ inline void wait_for_copies() {
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

} // namespace ibsim

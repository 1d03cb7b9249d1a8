// Kernels that stay: all blocks of the grid run at once, so that they may wait for each other. For nvcc
// alone.
//
// A flag is a number in global memory that one thread raises and others wait for. store_release makes all
// that its warp (after __syncwarp) or block (after __syncthreads) has written visible to whoever sees the
// flag by load_acquire.
#pragma once

#include "parallel/cuda_check.hpp"
#include "parallel/stream.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace ibsim {

__device__ __forceinline__ std::int32_t load_acquire(const std::int32_t* flag) {
  std::int32_t value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}
__device__ __forceinline__ void store_release(std::int32_t* flag, std::int32_t value) {
  asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}
/// Wait until a flag has come to `value`.
__device__ __forceinline__ void wait_for_flag(const std::int32_t* flag, std::int32_t value) {
  while (load_acquire(flag) - value < 0) {
  }
}

/// All blocks of the grid meet. @param arrived counts the blocks of all meetings; `turn` = 1, 2, .. of this
/// kernel, which begins with arrived = 0
__device__ __forceinline__ void meet_grid(std::int32_t* arrived, std::int32_t turn) {
  __syncthreads();
  if (threadIdx.x == 0) {
    std::int32_t before;
    asm volatile("atom.add.acq_rel.gpu.global.s32 %0, [%1], 1;" : "=r"(before) : "l"(arrived) : "memory");
    (void)before;
    wait_for_flag(arrived, turn * static_cast<std::int32_t>(gridDim.x));
  }
  __syncthreads();
}

/// How many blocks of so many threads run at once.
template <class... Parameters>
std::int64_t resident_blocks(const Stream<Cuda>& stream, void (*kernel)(Parameters...), int threads) {
  int processors = 0, fit = 0;
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, stream.device()),
             "counting multiprocessors");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, 0),
             "asking how many blocks fit");
  return std::int64_t{fit} * processors;
}

/// Starts `kernel` with as many blocks of so many threads as can run at once, at most `wished`.
/// @throws ResourceError where the GPU cannot do that
template <class... Parameters>
void launch_persistent(const Stream<Cuda>& stream, void (*kernel)(Parameters...), int threads,
                       std::int64_t wished, std::type_identity_t<Parameters>... arguments) {
  const std::int64_t blocks =
      std::max<std::int64_t>(1, std::min(wished, resident_blocks(stream, kernel, threads)));
  void* pointers[] = {&arguments...};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                         dim3(static_cast<unsigned>(blocks)),
                                         dim3(static_cast<unsigned>(threads)), pointers, 0,
                                         static_cast<cudaStream_t>(stream.handle())),
             "starting a kernel that stays");
}

} // namespace ibsim

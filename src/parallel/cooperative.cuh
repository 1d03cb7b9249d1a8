// A kernel whose blocks all stand on the GPU at once, so that they can wait for each other
// (cooperative_groups::this_grid().sync()). For .cu files.
#pragma once

#include "parallel/cuda_check.hpp"
#include "parallel/stream.hpp"

#include <cooperative_groups.h>

namespace ibsim {

/// Launches `kernel` with as many blocks as fit (at most `most_blocks`, if that is positive) of so many
/// threads; the kernel gets the arguments. @throws ResourceError where the GPU cannot do that
template <class... Parameters>
void launch_cooperatively(const Stream<Cuda>& stream, void (*kernel)(Parameters...), int threads,
                          int most_blocks, std::type_identity_t<Parameters>... arguments) {
  int device = 0, multiprocessors = 0, blocks_each = 0;
  check_cuda(cudaGetDevice(&device), "asking for the device");
  check_cuda(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
             "asking for its size");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, kernel, threads, 0),
             "asking what fits");
  int blocks = multiprocessors * blocks_each;
  if (most_blocks > 0 && blocks > most_blocks) blocks = most_blocks;
  void* pointers[] = {&arguments...};
  check_cuda(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(blocks), dim3(threads),
                                         pointers, 0, static_cast<cudaStream_t>(stream.handle())),
             "launching a cooperative kernel");
}

} // namespace ibsim

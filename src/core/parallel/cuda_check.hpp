// CUDA's return codes, turned into errors. Included only by files of the CUDA half.
#pragma once

#include "base/error.hpp"

#include <cuda_runtime_api.h>
#include <string>

namespace ibsim {

/// @throws ResourceError naming what was being done.
inline void check_cuda(cudaError_t code, const char* doing) {
  if (code == cudaSuccess) return;
  cudaGetLastError(); // it is told here; who goes on must not meet it at the next launch
  throw ResourceError(std::string("CUDA failed in ") + doing + ": " + cudaGetErrorString(code));
}

} // namespace ibsim

// The CUDA half of temporary.hpp.
#include "parallel/cuda_check.hpp"
#include "parallel/device.hpp"
#include "parallel/temporary.hpp"

namespace ibsim {

template <>
void* allocate_in_order(const Stream<Cuda>& stream, std::size_t bytes) {
  void* p = nullptr;
  const cudaError_t code = cudaMallocAsync(&p, bytes, static_cast<cudaStream_t>(stream.handle()));
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError(); // it is reported here
    throw ResourceError("not enough device memory: " + std::to_string(bytes >> 20) + " MiB asked for, " +
                        std::to_string(free_cuda_memory() >> 20) + " MiB free");
  }
  check_cuda(code, "allocating device memory");
  return p;
}
template <>
void deallocate_in_order(const Stream<Cuda>& stream, void* p, std::size_t) noexcept {
  cudaFreeAsync(p, static_cast<cudaStream_t>(stream.handle()));
}

} // namespace ibsim

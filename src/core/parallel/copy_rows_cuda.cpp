#include "parallel/copy_rows_cuda.hpp"

#include "parallel/cuda_check.hpp"

namespace ibsim {

void copy_rows(const Stream<Cuda>& stream, void* to, std::size_t to_step, const void* from,
               std::size_t from_step, std::size_t bytes, std::size_t rows) {
  if (bytes * rows == 0) return;
  const bool gaps = rows > 1 && (to_step != bytes || from_step != bytes);
  const auto handle = static_cast<cudaStream_t>(stream.handle());
  check_cuda(gaps ? cudaMemcpy2DAsync(to, to_step, from, from_step, bytes, rows, cudaMemcpyDefault, handle)
                  : cudaMemcpyAsync(to, from, bytes * rows, cudaMemcpyDefault, handle),
             "a copy between places on GPUs");
}

} // namespace ibsim

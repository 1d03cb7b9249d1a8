// dense_product.hpp on the GPU, with cuBLAS in plain double precision; for few columns with thin_product. The
// handle has a work area of its own and one stream, which makes the library's results repeatable.
#include "base/error.hpp"
#include "linalg/dense_product.hpp"
#include "linalg/thin_product.hpp"
#include "parallel/array.hpp"

#include <cublas_v2.h>
#include <string>

namespace ibsim {
namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20; // what cuBLAS recommends for Hopper

void check_cublas(cublasStatus_t code, const char* doing) {
  if (code != CUBLAS_STATUS_SUCCESS)
    throw ResourceError(std::string("cuBLAS failed in ") + doing + ": " + cublasGetStatusString(code));
}

} // namespace

template <>
struct DenseProduct<Cuda>::Handle {
  cublasHandle_t cublas = nullptr;
  void* handle = nullptr;
  Array<std::byte, Cuda> workspace{workspace_bytes};

  explicit Handle(const Stream<Cuda>& stream) {
    check_cublas(cublasCreate(&cublas), "starting the library");
    follow(stream);
  }
  ~Handle() { cublasDestroy(cublas); }

  /// Setting the handle takes the work area away, so both are set together, and only when the stream is a new
  /// one.
  void follow(const Stream<Cuda>& stream) {
    if (handle == stream.handle()) return;
    check_cublas(cublasSetStream(cublas, static_cast<cudaStream_t>(stream.handle())), "choosing the stream");
    check_cublas(cublasSetWorkspace(cublas, workspace.data(), workspace_bytes), "setting the work area");
    handle = stream.handle();
  }
};

template <>
DenseProduct<Cuda>::DenseProduct(const Stream<Cuda>& stream) : handle_(std::make_unique<Handle>(stream)) {}
template <>
DenseProduct<Cuda>::~DenseProduct() = default;
template <>
DenseProduct<Cuda>::DenseProduct(DenseProduct&&) noexcept = default;

template <>
void DenseProduct<Cuda>::multiply(const Stream<Cuda>& stream, Index batch, Index m, Index n, Index k,
                                  const real* a, const real* b, real* c) {
  if (batch == 0 || m == 0 || n == 0) return;
  if (thin_product(stream, batch, m, n, k, a, b, c)) return;
  handle_->follow(stream);
  const real one = 1, zero = 0;
  const auto stride = [](Index rows, Index columns) { return static_cast<long long>(rows) * columns; };
  check_cublas(cublasDgemmStridedBatched(handle_->cublas, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m,
                                         stride(m, k), b, k > 0 ? k : 1, stride(k, n), &zero, c, m,
                                         stride(m, n), batch),
               "a matrix product");
}

} // namespace ibsim

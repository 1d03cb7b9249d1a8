#include "linalg/cusparse_tridiagonal.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cusparse.h>
#include <type_traits>

namespace ibsim {
namespace {

constexpr int algorithm = 0; // of the library's three: Thomas', as ours, since no pivoting is needed

void check_cusparse(cusparseStatus_t code, const char* doing) {
  if (code != CUSPARSE_STATUS_SUCCESS)
    throw ResourceError(std::string("cuSPARSE failed in ") + doing + ": " + cusparseGetErrorString(code));
}

cusparseHandle_t library(void* handle) { return static_cast<cusparseHandle_t>(handle); }

auto raw(real* p) { return p; }
auto raw(Complex* p) { return reinterpret_cast<cuDoubleComplex*>(p); }

} // namespace

template <class T>
CusparseTridiagonal<T>::CusparseTridiagonal(const Stream<Cuda>&, Index rows, Index systems)
    : rows_(rows), systems_(systems), lower_(static_cast<std::size_t>(rows) * systems),
      diagonal_(lower_.size()), upper_(lower_.size()) {
  cusparseHandle_t handle = nullptr;
  check_cusparse(cusparseCreate(&handle), "starting the library");
  handle_ = handle;
  std::size_t bytes = 0;
  // of a right-hand side, whose place it does not look at
  T* const x = diagonal_.data();
  if constexpr (std::is_same_v<T, real>)
    check_cusparse(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, algorithm, rows, lower(), diagonal(),
                                                               upper(), x, systems, &bytes),
                   "planning tridiagonal systems");
  else
    check_cusparse(cusparseZgtsvInterleavedBatch_bufferSizeExt(handle, algorithm, rows, raw(lower()),
                                                               raw(diagonal()), raw(upper()), raw(x), systems,
                                                               &bytes),
                   "planning tridiagonal systems");
  work_ = Array<std::byte, Cuda>(std::max<std::size_t>(bytes, 1));
}

template <class T>
CusparseTridiagonal<T>::~CusparseTridiagonal() {
  if (handle_) cusparseDestroy(library(handle_));
}

template <class T>
void CusparseTridiagonal<T>::solve(const Stream<Cuda>& stream, T* x) {
  check_cusparse(cusparseSetStream(library(handle_), static_cast<cudaStream_t>(stream.handle())),
                 "choosing the stream");
  cusparseStatus_t code;
  if constexpr (std::is_same_v<T, real>)
    code = cusparseDgtsvInterleavedBatch(library(handle_), algorithm, rows_, lower(), diagonal(), upper(), x,
                                         systems_, work_.data());
  else
    code = cusparseZgtsvInterleavedBatch(library(handle_), algorithm, rows_, raw(lower()), raw(diagonal()),
                                         raw(upper()), raw(x), systems_, work_.data());
  check_cusparse(code, "solving tridiagonal systems");
}

template class CusparseTridiagonal<real>;
template class CusparseTridiagonal<Complex>;

} // namespace ibsim

// C = A B for a batch of dense column-major matrices, all in doubles or all in floats: cuBLAS, a kernel of
// our own for few columns (on the GPU), or plain loops over all cores. Made for tall A and few columns of B,
// where the time is that of reading A.
#pragma once

#include "base/precision.hpp"
#include "parallel/stream.hpp"

#include <memory>
#include <type_traits>
#include <vector>

namespace ibsim {

/// What the bits of a column may depend on besides itself: on how many others there are, where a library
/// chooses its way by that; or on nothing (threes of columns on the CPU).
enum class Columns { together, apart };

template <class B>
class DenseProduct {
 public:
  explicit DenseProduct(const Stream<B>&, Columns = Columns::together);
  ~DenseProduct();
  DenseProduct(DenseProduct&&) noexcept;

  Columns columns() const { return columns_; }

  /// C (m x n) = A (m x k) B (k x n), `batch` times, all contiguous, column-major, one matrix after the
  /// other. Same bits in every run and for every number of threads.
  /// @tparam T real or float
  template <class T>
  void multiply(const Stream<B>&, Index batch, Index m, Index n, Index k, const std::type_identity_t<T>* a,
                const std::type_identity_t<T>* b, T* c);
  /// Computes C (m x n) = A^T B, A (k x m).
  /// @param a as for_transposed() gave it
  template <class T>
  void multiply_transposed(const Stream<B>&, Index batch, Index m, Index n, Index k,
                           const std::type_identity_t<T>* a, const std::type_identity_t<T>* b, T* c);
  /// A batch of A, k x m, as multiply_transposed reads it fastest: as it is on a GPU, transposed on a CPU.
  static std::vector<real> for_transposed(Index batch, Index m, Index k, const std::vector<real>& a);

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  Columns columns_;
};

} // namespace ibsim

// cuSPARSE's interleaved batch of tridiagonal systems, for batched_tridiagonal.hpp.
#pragma once

#include "linalg/complex.hpp"
#include "parallel/array.hpp"

namespace ibsim {

/// T is real or Complex. All arrays are [rows][systems].
template <class T>
class CusparseTridiagonal {
 public:
  CusparseTridiagonal(const Stream<Cuda>&, Index rows, Index systems);
  ~CusparseTridiagonal();
  CusparseTridiagonal(const CusparseTridiagonal&) = delete;
  CusparseTridiagonal& operator=(const CusparseTridiagonal&) = delete;

  /// To be filled before each solve(), which destroys them.
  T* lower() { return lower_.data(); }
  T* diagonal() { return diagonal_.data(); }
  T* upper() { return upper_.data(); }
  void solve(const Stream<Cuda>&, T* x);

 private:
  Index rows_, systems_;
  void* handle_ = nullptr;
  Array<T, Cuda> lower_, diagonal_, upper_;
  Array<std::byte, Cuda> work_;
};

} // namespace ibsim

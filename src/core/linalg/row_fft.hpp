// One-dimensional real-to-complex FFTs of the rows along x of planes of constant z; cuFFT or FFTW.
//
//   field    a(i, r) at i + n r, r = 0 .. rows - 1;   sum over i of a exp(-2 pi i i m/n) at m + (n/2 + 1) r
//
// m = 0 .. n/2; both directions are unnormalised. A plane is a piece of the work.
#pragma once

#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <memory>

namespace ibsim {

/// T is double or float.
template <class B, class T = real>
class RowFft {
 public:
  RowFft(const Stream<B>&, int n, Index rows_of_plane, Index planes);
  ~RowFft();
  RowFft(RowFft&&) noexcept;

  void forward(const Stream<B>&, const T* in, ComplexOf<T>* out);
  /// Destroys `in`.
  void inverse(const Stream<B>&, ComplexOf<T>* in, T* out);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

} // namespace ibsim

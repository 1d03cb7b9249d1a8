// Many tridiagonal systems of the same size at once, as a box with walls in y has one for each mode in x and
// z:
//
//   (T + s_m I) x_m = r_m,   m = 0 .. systems-1,   T tridiagonal with real rows (lower_j, diagonal_j,
//   upper_j)
//
// for real or complex right-hand sides. Row j of system m lies at m + systems j (interleaved), so that side
// by side threads read side by side numbers. Without pivoting, hence for matrices that need none: diagonally
// dominant or definite, as I - a L and L - k^2 are. A system that is singular gives numbers that are not
// finite, and leaves the others alone.
//
// Thomas' algorithm with stored pivots, one thread a system on the GPU: 80 bytes of traffic a complex row.
#pragma once

#include "linalg/complex.hpp"
#include "parallel/stream.hpp"

#include <memory>
#include <vector>

namespace ibsim {

/// T is real, Complex or ComplexOf<float>. The pivots of the latter are computed in double and rounded once:
/// then a solution decays along the rows at the right rate to rounding, and not to rounding over 1 - rate.
template <class B, class T>
class BatchedTridiagonal {
 public:
  BatchedTridiagonal(const Stream<B>&, Index rows, Index systems);
  ~BatchedTridiagonal();
  BatchedTridiagonal(BatchedTridiagonal&&) noexcept;

  /// The matrices from here on: vectors of `rows` numbers, lower[0] and upper[rows - 1] without meaning, and
  /// the shifts s_m on the device. Waits for the stream.
  void set(const Stream<B>&, const std::vector<real>& lower, const std::vector<real>& diagonal,
           const std::vector<real>& upper, const real* shifts);

  /// x = the solution for the right-hand side x. Allocates nothing and does not wait for the stream.
  void solve(const Stream<B>&, T* x);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim

// What a stage in a periodic box does along z to the modes (m, l) of planes (solenoidal_fft.hpp): Helmholtz
// solve and projection of the two scalars, between a transform and its inverse. On a GPU that is one kernel
// where the number of planes allows it (columns.cuh), else transforms of lines with passes over the modes
// around them.
//
// With d the symbols of D (spectral_operators.hpp), kappa^2 = |d_x|^2 + |d_y|^2, in Fourier space
//   t = (conj(d_x) r_y - conj(d_y) r_x)/(kappa^2 (1 + a |d|^2))
//   w = q/(|d|^2 (1 + a |d|^2)),   q = kappa^2 r_z + G_z (d_x r_x + d_y r_y),
// whose G_z is taken between planes, and where kappa is zero w is the mean of r_z, and t is (r_x + i r_y)/(1
// + a
// |d_z|^2).
#pragma once

#include "grid/grid.hpp"
#include "linalg/complex.hpp"
#include "linalg/line_fft.hpp"
#include "parallel/array.hpp"

#include <memory>

namespace ibsim {

template <class B>
class StageAlongZ {
 public:
  /// How a GPU does it: as it is fastest, or always by passes, to test the other.
  enum class Way { automatic, passes };
  /// @param first_row, rows of modes l
  StageAlongZ(const Stream<B>&, const Grid&, Index first_row, Index rows, Way = Way::automatic);
  ~StageAlongZ();

  /// y <- t and z <- w, in space, of P (I - a L)^-1 r, for planes of r; x is destroyed. Each is divided by
  /// the number of cells. Mode (m, l) of plane k at m + (n.x/2 + 1) (l - first_row + rows k).
  void solve(const Stream<B>&, real a, Complex* x, Complex* y, Complex* z);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ibsim

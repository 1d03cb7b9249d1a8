// The difference operators of a periodic MAC grid in Fourier space, where they are multiplications, and the
// two solves that need them.
//
// With theta_d = 2 pi m_d/n_d for mode m, the symbols of D, G = -D^T and L = D G are
//   d_d = (exp(i theta_d) - 1)/h,   g_d = -conj(d_d),   -|d|^2 = -sum_d |d_d|^2 = sum_d 2 (cos theta_d -
//   1)/h^2.
// Nothing else about the grid enters, so D u is zero to round-off after a projection.
#pragma once

#include "grid/grid.hpp"
#include "linalg/real_fft.hpp"

namespace ibsim {

template <class B>
class SpectralOperators {
 public:
  SpectralOperators(const Stream<B>&, const Grid&);

  /// u <- P (I - a L)^-1 u / cells for the spectrum u of a face field (three components of modes() values one
  /// after the other), P = I - G L^-1 D. Dividing by the number of cells makes up for the unnormalised
  /// transforms. The mean of u is kept. Where `potential` is given, it becomes the spectrum of L^-1 D u of
  /// the u put in, with mean zero, divided likewise.
  void solve_helmholtz_and_project(const Stream<B>&, real a, Complex* u, Complex* potential) const;

  std::size_t modes() const { return RealFft<B>::complex_size(n_); }

 private:
  Int3 n_;
  Array<Complex, B> divergence_x_, divergence_y_, divergence_z_; ///< d_d for m_d = 0 .. n_d - 1, 1/um
};

} // namespace ibsim

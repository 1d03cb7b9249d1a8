// The difference operators of a periodic MAC grid in Fourier space, where they are multiplications, and the
// solves that need them.
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

  // Each is for the spectrum u of a face field (three components of modes() values one after the other), and
  // divides by the number of cells, which makes up for the unnormalised transforms.

  /// u <- P (I - a L)^-1 u / cells, P = I - G L^-1 D. The mean of u is kept.
  void solve_helmholtz_and_project(const Stream<B>&, real a, Complex* u) const;
  /// u <- (I - a L)^-1 u / cells
  void solve_helmholtz(const Stream<B>&, real a, Complex* u) const;
  /// The first component of u <- L^-1 D u / cells, with mean zero; the other two stay.
  void solve_laplacian_of_divergence(const Stream<B>&, Complex* u) const;

  std::size_t modes() const { return RealFft<B>::complex_size(n_); }

 private:
  Int3 n_;
  Array<Complex, B> divergence_x_, divergence_y_, divergence_z_; ///< d_d for m_d = 0 .. n_d - 1, 1/um
};

} // namespace ibsim

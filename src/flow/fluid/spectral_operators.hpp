// The difference operators of a periodic MAC grid in Fourier space, where they are multiplications, and the
// solves that need them.
//
// With theta_d = 2 pi m_d/n_d for mode m, the symbols of D, G = -D^T and L = D G are
//   d_d = (exp(i theta_d) - 1)/h,   g_d = -conj(d_d),   -|d|^2 = -sum_d |d_d|^2 = sum_d 2 (cos theta_d -
//   1)/h^2.
// Nothing else about the grid enters, so D u is zero to round-off after a projection.
#pragma once

#include "grid/grid.hpp"
#include "linalg/complex.hpp"
#include "parallel/array.hpp"

#include <cmath>
#include <vector>

namespace ibsim {

/// (exp(2 pi i m/n) - 1)/h for m = 0 .. n - 1, as -2 sin^2(theta/2) + i sin(theta), which keeps all digits of
/// small angles. Mode n - m is the exact conjugate of mode m, as a real field needs.
inline std::vector<Complex> divergence_symbols(int n, real h) {
  constexpr real pi = 3.14159265358979323846;
  std::vector<Complex> d(static_cast<std::size_t>(n));
  for (int m = 1; 2 * m <= n; ++m) {
    const real s = std::sin(pi * m / n), c = 2 * m == n ? real{0} : std::cos(pi * m / n);
    const auto at = static_cast<std::size_t>(m), mirrored = static_cast<std::size_t>(n - m);
    d[at] = {-2 * s * s / h, 2 * s * c / h};
    d[mirrored] = {d[at].re, 2 * m == n ? real{0} : -d[at].im};
  }
  return d;
}

/// exp(2 pi i l/n) for l = 0 .. n - 1.
inline std::vector<Complex> roots_of_one(int n) {
  constexpr real pi = 3.14159265358979323846;
  std::vector<Complex> roots;
  for (int l = 0; l < n; ++l) roots.push_back({std::cos(2 * pi * l / n), std::sin(2 * pi * l / n)});
  return roots;
}

/// Rounds complex numbers to T.
template <class T>
std::vector<ComplexOf<T>> rounded(const std::vector<Complex>& from) {
  std::vector<ComplexOf<T>> to;
  for (const Complex& c : from) to.push_back({static_cast<T>(c.re), static_cast<T>(c.im)});
  return to;
}

/// T is the number type of the modes, double or float.
template <class B, class T = real>
class SpectralOperators {
 public:
  /// Operators for modes with any m_x and m_z, and `rows` values of m_y from first_row on
  /// (linalg/slab_fft.hpp).
  SpectralOperators(const Stream<B>&, const Grid&, Index first_row, Index rows);

  // Each divides by the number of cells, which makes up for the unnormalised transforms.

  /// q <- (I - a L)^-1 q / cells, any component or cell field
  void solve_helmholtz(const Stream<B>&, real a, ComplexOf<T>* q) const;
  /// d <- d + D_direction u, which is not divided by anything
  void add_derivative(const Stream<B>&, int direction, const ComplexOf<T>* u, ComplexOf<T>* d) const;
  /// q <- L^-1 q / cells, with mean zero.
  void solve_laplacian(const Stream<B>&, ComplexOf<T>* q) const;

 private:
  Int3 n_, here_;                                                     ///< cells; modes
  Array<ComplexOf<T>, B> divergence_x_, divergence_y_, divergence_z_; ///< d_d of the modes, 1/um
};

} // namespace ibsim

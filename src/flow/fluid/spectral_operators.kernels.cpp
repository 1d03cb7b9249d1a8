#include "fluid/spectral_operators.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// |d|^2 of a mode: minus the symbol of L = D G.
template <class T>
IBSIM_HD T squared(ComplexOf<T> dx, ComplexOf<T> dy, ComplexOf<T> dz) {
  return squared(dx) + squared(dy) + squared(dz);
}

std::vector<Complex> part(const std::vector<Complex>& all, Index first, Index number) {
  return {all.begin() + first, all.begin() + first + number};
}

} // namespace

template <class B, class T>
SpectralOperators<B, T>::SpectralOperators(const Stream<B>& stream, const Grid& grid, Index first_row,
                                           Index rows)
    : n_(grid.n), here_{grid.n.x / 2 + 1, rows, grid.n.z},
      divergence_x_(stream, rounded<T>(divergence_symbols(grid.n.x, grid.h))),
      divergence_y_(stream, rounded<T>(part(divergence_symbols(grid.n.y, grid.h), first_row, rows))),
      divergence_z_(stream, rounded<T>(divergence_symbols(grid.n.z, grid.h))) {}

template <class B, class T>
void SpectralOperators<B, T>::solve_helmholtz(const Stream<B>& stream, real of_l, ComplexOf<T>* q) const {
  const Int3 modes_in = here_;
  const T a = static_cast<T>(of_l);
  const ComplexOf<T>* const symbol_x = divergence_x_.data();
  const ComplexOf<T>* const symbol_y = divergence_y_.data();
  const ComplexOf<T>* const symbol_z = divergence_z_.data();
  const T per_cell = static_cast<T>(real{1} / (static_cast<real>(n_.x) * n_.y * n_.z));
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const T factor = per_cell / (1 + a * squared(symbol_x[i], symbol_y[j], symbol_z[k]));
    ComplexOf<T>& mode = q[i + modes_in.x * (j + modes_in.y * k)];
    mode = {factor * mode.re, factor * mode.im};
  });
}

template <class B, class T>
void SpectralOperators<B, T>::add_derivative(const Stream<B>& stream, int direction, const ComplexOf<T>* u,
                                             ComplexOf<T>* sum) const {
  const Int3 modes_in = here_;
  const ComplexOf<T>* const symbol = (direction == 0   ? divergence_x_
                                      : direction == 1 ? divergence_y_
                                                       : divergence_z_)
                                         .data();
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const ComplexOf<T> d = symbol[direction == 0 ? i : direction == 1 ? j : k];
    const Index m = i + modes_in.x * (j + modes_in.y * k);
    sum[m] = {sum[m].re + d.re * u[m].re - d.im * u[m].im, sum[m].im + d.re * u[m].im + d.im * u[m].re};
  });
}

template <class B, class T>
void SpectralOperators<B, T>::solve_laplacian(const Stream<B>& stream, ComplexOf<T>* q) const {
  const Int3 modes_in = here_;
  const ComplexOf<T>* const symbol_x = divergence_x_.data();
  const ComplexOf<T>* const symbol_y = divergence_y_.data();
  const ComplexOf<T>* const symbol_z = divergence_z_.data();
  const T per_cell = static_cast<T>(real{1} / (static_cast<real>(n_.x) * n_.y * n_.z));
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const T d2 = squared(symbol_x[i], symbol_y[j], symbol_z[k]);
    const T solve = d2 > 0 ? -per_cell / d2 : T{0};
    ComplexOf<T>& mode = q[i + modes_in.x * (j + modes_in.y * k)];
    mode = solve * mode;
  });
}

template class SpectralOperators<ThisBackend, double>;
template class SpectralOperators<ThisBackend, float>;

} // namespace ibsim

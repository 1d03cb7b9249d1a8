#include "fluid/spectral_operators.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// |d|^2 of a mode: minus the symbol of L = D G.
IBSIM_HD real squared(Complex dx, Complex dy, Complex dz) { return squared(dx) + squared(dy) + squared(dz); }

std::vector<Complex> part(const std::vector<Complex>& all, Index first, Index number) {
  return {all.begin() + first, all.begin() + first + number};
}

} // namespace

template <class B>
SpectralOperators<B>::SpectralOperators(const Stream<B>& stream, const Grid& grid, Index first_row,
                                        Index rows)
    : n_(grid.n), here_{grid.n.x / 2 + 1, rows, grid.n.z},
      divergence_x_(stream, divergence_symbols(grid.n.x, grid.h)),
      divergence_y_(stream, part(divergence_symbols(grid.n.y, grid.h), first_row, rows)),
      divergence_z_(stream, divergence_symbols(grid.n.z, grid.h)) {}

template <class B>
void SpectralOperators<B>::solve_helmholtz(const Stream<B>& stream, real a, Complex* q) const {
  const Int3 modes_in = here_;
  const Complex* const symbol_x = divergence_x_.data();
  const Complex* const symbol_y = divergence_y_.data();
  const Complex* const symbol_z = divergence_z_.data();
  const real per_cell = real{1} / (static_cast<real>(n_.x) * n_.y * n_.z);
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const real factor = per_cell / (1 + a * squared(symbol_x[i], symbol_y[j], symbol_z[k]));
    Complex& mode = q[i + modes_in.x * (j + modes_in.y * k)];
    mode = {factor * mode.re, factor * mode.im};
  });
}

template <class B>
void SpectralOperators<B>::add_derivative(const Stream<B>& stream, int direction, const Complex* u,
                                          Complex* sum) const {
  const Int3 modes_in = here_;
  const Complex* const symbol = (direction == 0   ? divergence_x_
                                 : direction == 1 ? divergence_y_
                                                  : divergence_z_)
                                    .data();
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Complex d = symbol[direction == 0 ? i : direction == 1 ? j : k];
    const Index m = i + modes_in.x * (j + modes_in.y * k);
    sum[m] = {sum[m].re + d.re * u[m].re - d.im * u[m].im, sum[m].im + d.re * u[m].im + d.im * u[m].re};
  });
}

template <class B>
void SpectralOperators<B>::solve_laplacian(const Stream<B>& stream, Complex* q) const {
  const Int3 modes_in = here_;
  const Complex* const symbol_x = divergence_x_.data();
  const Complex* const symbol_y = divergence_y_.data();
  const Complex* const symbol_z = divergence_z_.data();
  const real per_cell = real{1} / (static_cast<real>(n_.x) * n_.y * n_.z);
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const real d2 = squared(symbol_x[i], symbol_y[j], symbol_z[k]);
    const real solve = d2 > 0 ? -per_cell / d2 : real{0};
    Complex& mode = q[i + modes_in.x * (j + modes_in.y * k)];
    mode = solve * mode;
  });
}

template class SpectralOperators<ThisBackend>;

} // namespace ibsim

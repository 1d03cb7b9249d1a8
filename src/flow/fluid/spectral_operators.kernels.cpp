#include "fluid/spectral_operators.hpp"

#include "parallel/for_each.hpp"

namespace ibsim {
namespace {

/// |d|^2 of a mode: minus the symbol of L = D G.
IBSIM_HD real squared(Complex dx, Complex dy, Complex dz) {
  return (dx.re * dx.re + dx.im * dx.im) + (dy.re * dy.re + dy.im * dy.im) + (dz.re * dz.re + dz.im * dz.im);
}

/// factor (d . u)
IBSIM_HD Complex divergence(real factor, Complex dx, Complex dy, Complex dz, Complex x, Complex y,
                            Complex z) {
  return {factor * (dx.re * x.re - dx.im * x.im + dy.re * y.re - dy.im * y.im + dz.re * z.re - dz.im * z.im),
          factor * (dx.re * x.im + dx.im * x.re + dy.re * y.im + dy.im * y.re + dz.re * z.im + dz.im * z.re)};
}

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
void SpectralOperators<B>::solve_helmholtz_and_project(const Stream<B>& stream, real a, Complex* u) const {
  const Int3 modes_in = here_;
  const Complex* const symbol_x = divergence_x_.data();
  const Complex* const symbol_y = divergence_y_.data();
  const Complex* const symbol_z = divergence_z_.data();
  Complex* const ux = u;
  Complex* const uy = u + modes();
  Complex* const uz = u + 2 * modes();
  const real per_cell = real{1} / (static_cast<real>(n_.x) * n_.y * n_.z);
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Index m = i + modes_in.x * (j + modes_in.y * k);
    const Complex dx = symbol_x[i], dy = symbol_y[j], dz = symbol_z[k];
    const real d2 = squared(dx, dy, dz);
    Complex x = ux[m], y = uy[m], z = uz[m];
    // phi = L^-1 D u, the mode without a gradient left out
    const real solve = d2 > 0 ? -per_cell / d2 : real{0};
    const Complex phi = divergence(solve, dx, dy, dz, x, y, z);
    // u <- (u - G phi)/(1 + a |d|^2): the Helmholtz solve commutes with the projection
    const real helmholtz = 1 / (1 + a * d2);
    ux[m] = {helmholtz * (per_cell * x.re + dx.re * phi.re + dx.im * phi.im),
             helmholtz * (per_cell * x.im + dx.re * phi.im - dx.im * phi.re)};
    uy[m] = {helmholtz * (per_cell * y.re + dy.re * phi.re + dy.im * phi.im),
             helmholtz * (per_cell * y.im + dy.re * phi.im - dy.im * phi.re)};
    uz[m] = {helmholtz * (per_cell * z.re + dz.re * phi.re + dz.im * phi.im),
             helmholtz * (per_cell * z.im + dz.re * phi.im - dz.im * phi.re)};
  });
}

template <class B>
void SpectralOperators<B>::solve_helmholtz(const Stream<B>& stream, real a, Complex* u) const {
  const Int3 modes_in = here_;
  const Complex* const symbol_x = divergence_x_.data();
  const Complex* const symbol_y = divergence_y_.data();
  const Complex* const symbol_z = divergence_z_.data();
  const std::size_t component = modes();
  const real per_cell = real{1} / (static_cast<real>(n_.x) * n_.y * n_.z);
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Complex dx = symbol_x[i], dy = symbol_y[j], dz = symbol_z[k];
    const real d2 = squared(dx, dy, dz);
    const real factor = per_cell / (1 + a * d2);
    Complex* const mode = u + i + modes_in.x * (j + modes_in.y * k);
    for (int d = 0; d < 3; ++d) {
      Complex& value = mode[d * component];
      value = {factor * value.re, factor * value.im};
    }
  });
}

template <class B>
void SpectralOperators<B>::solve_laplacian_of_divergence(const Stream<B>& stream, Complex* u) const {
  const Int3 modes_in = here_;
  const Complex* const symbol_x = divergence_x_.data();
  const Complex* const symbol_y = divergence_y_.data();
  const Complex* const symbol_z = divergence_z_.data();
  const std::size_t component = modes();
  const real per_cell = real{1} / (static_cast<real>(n_.x) * n_.y * n_.z);
  for_each_cell(stream, modes_in, [=] IBSIM_KERNEL(int i, int j, int k) {
    const Complex dx = symbol_x[i], dy = symbol_y[j], dz = symbol_z[k];
    const real d2 = squared(dx, dy, dz);
    Complex* const mode = u + i + modes_in.x * (j + modes_in.y * k);
    const Complex x = mode[0], y = mode[component], z = mode[2 * component];
    const real solve = d2 > 0 ? -per_cell / d2 : real{0}; // the mode without a gradient left out
    *mode = divergence(solve, dx, dy, dz, x, y, z);
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
    mode = {solve * mode.re, solve * mode.im};
  });
}

template class SpectralOperators<ThisBackend>;

} // namespace ibsim

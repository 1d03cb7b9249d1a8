// The time step of navier_stokes.hpp. Both stages are one and the same solve, with a = nu k/2:
//
//   (I - a L) u* = r,   u = u* - G psi with L psi = D u*,
//   half step, tau = k/2, backward Euler over tau:   r = u^n + tau (f/rho - N(u^n))
//   full step, tau = k, Crank-Nicolson over tau:     r = u^n + a L u^n + tau (f/rho - N(u'))
//
// psi = (tau/rho) phi of the projection PmIII. As u* = u + G psi and L commutes with G, u solves the stage's
// equation with the pressure p = (rho/tau) (I - a L) psi, which is phi - (mu tau/rho) L phi in the half step
// and phi - (mu tau/2 rho) L phi in the full step. In Fourier space (I - a L) psi is simply L^-1 D r.
//
// A step is two passes over the grid, two over the modes, and 6 transforms each way.
#include "fluid/navier_stokes.hpp"

#include "base/error.hpp"
#include "fluid/spectral_operators.hpp"
#include "grid/for_each_stencil.hpp"
#include "linalg/real_fft.hpp"

#include <stdexcept>
#include <string>

namespace ibsim {
namespace {

FluidProperties sensible(const FluidProperties& fluid) {
  if (!(fluid.density > 0) || !(fluid.viscosity >= 0))
    throw InputError("the fluid needs a positive density and a viscosity that is not negative, not " +
                     std::to_string(fluid.density) + " pg/um^3 and " + std::to_string(fluid.viscosity) +
                     " cP");
  return fluid;
}

/// The three components, which are transformed as one batch.
real* as_one_block(const Grid& grid, FaceView<real> u) {
  if (u.y != u.x + grid.cells() || u.z != u.y + grid.cells())
    throw std::invalid_argument("the components of the velocity must follow each other in memory");
  return u.x;
}

/// r = u + tau (f/rho - N(u))
template <class B>
void half_step_right_hand_side(const Stream<B>& stream, const Grid& grid, real tau, real density,
                               FaceView<const real> u, FaceView<const real> f, FaceView<real> r) {
  const real per_h = 1 / grid.h, tau_per_density = tau / density;
  for_each_stencil(stream, grid, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = u.x[c] + tau_per_density * f.x[c] - tau * advection_at_face<0>(u, at, per_h);
    r.y[c] = u.y[c] + tau_per_density * f.y[c] - tau * advection_at_face<1>(u, at, per_h);
    r.z[c] = u.z[c] + tau_per_density * f.z[c] - tau * advection_at_face<2>(u, at, per_h);
  });
}

/// r = u + a L u + tau (f/rho - N(u'))
template <class B>
void full_step_right_hand_side(const Stream<B>& stream, const Grid& grid, real tau, real a, real density,
                               FaceView<const real> u, FaceView<const real> u_half, FaceView<const real> f,
                               FaceView<real> r) {
  const real per_h = 1 / grid.h, a_per_h2 = a / (grid.h * grid.h), tau_per_density = tau / density;
  for_each_stencil(stream, grid, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = u.x[c] + laplacian(u.x, at, a_per_h2) + tau_per_density * f.x[c] -
             tau * advection_at_face<0>(u_half, at, per_h);
    r.y[c] = u.y[c] + laplacian(u.y, at, a_per_h2) + tau_per_density * f.y[c] -
             tau * advection_at_face<1>(u_half, at, per_h);
    r.z[c] = u.z[c] + laplacian(u.z, at, a_per_h2) + tau_per_density * f.z[c] -
             tau * advection_at_face<2>(u_half, at, per_h);
  });
}

} // namespace

template <class B>
struct NavierStokes<B>::Parts {
  Grid grid;
  FluidProperties fluid;
  SpectralOperators<B> operators;
  RealFft<B> vector_fft, scalar_fft;
  FaceField<B> half_velocity, right_hand_side;
  Array<Complex, B> spectrum;  ///< of a face field: 3 modes()
  Array<Complex, B> potential; ///< spectrum of L^-1 D r of the last full stage
  Array<Complex, B> scratch;   ///< the inverse transform destroys what it is given
  real last_step = 1;

  Parts(const Stream<B>& stream, const Grid& g, const FluidProperties& properties)
      : grid(checked(g)), fluid(sensible(properties)), operators(stream, grid), vector_fft(stream, grid.n, 3),
        scalar_fft(stream, grid.n, 1), half_velocity(stream, grid), right_hand_side(stream, grid),
        spectrum(3 * operators.modes()), potential(stream, operators.modes()), scratch(operators.modes()) {}

  /// u = P (I - a L)^-1 r
  void solve(const Stream<B>& stream, real a, real* u, Complex* potential_of_r) {
    vector_fft.forward(stream, right_hand_side.values().data(), spectrum.data());
    operators.solve_helmholtz_and_project(stream, a, spectrum.data(), potential_of_r);
    vector_fft.inverse(stream, spectrum.data(), u);
  }
};

template <class B>
NavierStokes<B>::NavierStokes(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid)
    : parts_(std::make_unique<Parts>(stream, grid, fluid)) {}
template <class B>
NavierStokes<B>::~NavierStokes() = default;
template <class B>
NavierStokes<B>::NavierStokes(NavierStokes&&) noexcept = default;

template <class B>
void NavierStokes<B>::step(const Stream<B>& stream, real time_step, FaceView<real> u,
                           FaceView<const real> f) {
  if (!(time_step > 0)) throw std::invalid_argument("a time step must be positive");
  Parts& p = *parts_;
  const real k = time_step, a = p.fluid.viscosity * k / (2 * p.fluid.density);
  real* const velocity = as_one_block(p.grid, u);
  half_step_right_hand_side<B>(stream, p.grid, k / 2, p.fluid.density, u, f, p.right_hand_side.view());
  p.solve(stream, a, p.half_velocity.values().data(), nullptr);
  full_step_right_hand_side<B>(stream, p.grid, k, a, p.fluid.density, u, p.half_velocity.view(), f,
                               p.right_hand_side.view());
  p.solve(stream, a, velocity, p.potential.data());
  p.last_step = k;
}

template <class B>
void NavierStokes<B>::pressure(const Stream<B>& stream, real* pressure) const {
  Parts& p = *parts_;
  const real factor = p.fluid.density / p.last_step;
  p.scratch.copy_from(stream, p.potential);
  p.scalar_fft.inverse(stream, p.scratch.data(), pressure);
  for_each(stream, p.grid.cells(), [=] IBSIM_KERNEL(Index c) { pressure[c] *= factor; });
}

template <class B>
void project(const Stream<B>& stream, const Grid& grid, FaceView<real> u) {
  real* const velocity = as_one_block(grid, u);
  const SpectralOperators<B> operators(stream, checked(grid));
  RealFft<B> fft(stream, grid.n, 3);
  Array<Complex, B> spectrum(3 * operators.modes());
  fft.forward(stream, velocity, spectrum.data());
  operators.solve_helmholtz_and_project(stream, 0, spectrum.data(), nullptr);
  fft.inverse(stream, spectrum.data(), velocity);
  stream.synchronize(); // before the arrays go
}

template class NavierStokes<ThisBackend>;
template void project(const Stream<ThisBackend>&, const Grid&, FaceView<real>);

} // namespace ibsim

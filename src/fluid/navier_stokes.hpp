// One time step of the incompressible Navier-Stokes equations in a triply periodic box.
//
//   rho (u_t + div(u u)) = mu lap u - grad p + f,   div u = 0
//
// Peskin's (2002, Acta Numerica 11, doi:10.1017/S0962492902000077) IMEX Runge-Kutta, one force f per step:
//   half step: (2 rho/k)(u' - u^n) + rho N(u^n) = mu L u' - G p' + f,                       D u' = 0
//   full step: (rho/k)(u^{n+1} - u^n) + rho N(u') = (mu/2) L (u^n + u^{n+1}) - G p + f,     D u^{n+1} = 0
// with N(u)_i = D_j[(A_i u_j)(A_j u_i)], each stage a Helmholtz solve and the projection PmIII of Brown,
// Cortez and Minion (2001, J. Comput. Phys. 168, doi:10.1006/jcph.2001.6715), all with the symbols of the
// discrete operators.
#pragma once

#include "grid/grid.hpp"

#include <memory>

namespace ibsim {

struct FluidProperties {
  real density = 1;   ///< rho, pg/um^3
  real viscosity = 1; ///< mu, pg/(um us) = cP
};

template <class B>
class NavierStokes {
 public:
  NavierStokes(const Stream<B>&, const Grid&, const FluidProperties&);
  ~NavierStokes();
  NavierStokes(NavierStokes&&) noexcept;

  /// Advance u from t to t + k under the force density f (pg/(um^2 us^2)), which is kept constant over the
  /// step. D u is zero to round-off afterwards, whatever it was before. Allocates nothing and does not wait
  /// for the stream.
  void step(const Stream<B>&, real time_step, FaceView<real> u, FaceView<const real> f);

  /// The pressure of the last step's full stage, mean zero, pg/(um us^2).
  void pressure(const Stream<B>&, real* p) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Remove the divergence of u, in place: u - G L^-1 D u. For initial conditions.
template <class B>
void project(const Stream<B>&, const Grid&, FaceView<real> u);

} // namespace ibsim

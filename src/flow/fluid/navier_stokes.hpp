// One time step of the incompressible Navier-Stokes equations: advection and the Runge-Kutta scheme, over the
// stages of stokes_stage.hpp.
//
//   rho (u_t + div(u u)) = mu lap u - grad p + f,   div u = 0
//
// Peskin's (2002, Acta Numerica 11, doi:10.1017/S0962492902000077) IMEX Runge-Kutta, one force f per step:
//   half step: (2 rho/k)(u' - u^n) + rho N(u^n) = mu L u' - G p' + f,                       D u' = 0
//   full step: (rho/k)(u^{n+1} - u^n) + rho N(u') = (mu/2) L (u^n + u^{n+1}) - G p + f,     D u^{n+1} = 0
// with N(u)_i = D_j[(A_i u_j)(A_j u_i)], each stage a Helmholtz solve and the projection PmIII of Brown,
// Cortez and Minion (2001, J. Comput. Phys. 168, doi:10.1006/jcph.2001.6715), all with the symbols of the
// discrete operators.
//
// Where the viscosity varies (varying_viscosity.hpp), mu here is the mean of its bounds, and E(u^n) is added
// to the half step's right-hand side, E(u') to the full step's.
#pragma once

#include "fluid/body_force.hpp"
#include "fluid/varying_viscosity.hpp"

namespace ibsim {

struct FluidProperties {
  real density = 1;   ///< rho, pg/um^3
  real viscosity = 1; ///< mu, pg/(um us) = cP
};

template <class B>
class LeesEdwardsFlow;

template <class B>
class NavierStokes {
 public:
  /// @throws InputError for a fluid or a grid that make no sense, or a box that no stage can solve for.
  /// @param bounds of the viscosity, with that of the fluid within them; not apart: it is the same everywhere
  NavierStokes(const Stream<B>&, const Grid&, const FluidProperties&, BodyForces<B> = {},
               const WallFlow& = {}, const ViscosityBounds& bounds = {});
  ~NavierStokes();
  NavierStokes(NavierStokes&&) noexcept;

  /// Before step(), at the time (us) where it begins, or before pressure() with a step of zero: what the body
  /// forces and moving walls need. Not for a Graph to record. A periodic box whose forces are steady needs no
  /// prepare().
  void prepare(const Stream<B>&, real time, real time_step);

  /// Advance u from t to t + k under the force density f (pg/(um^2 us^2)), to which the body forces are
  /// added, and which is kept constant over the step. D u is zero to round-off afterwards, whatever it was
  /// before. Allocates nothing, does not wait for the stream, and depends on nothing but its arguments and
  /// device memory, so that a Graph may record it.
  /// @param memory what the stage remembers from step to step (StokesStage::remembered), on the device
  void step(const Stream<B>&, real time_step, FaceView<real> u, FaceView<real> f, real* memory = nullptr);

  /// Null if the viscosity does not vary.
  const VaryingViscosity<B>* varying_viscosity() const;
  /// Where the caller writes the source of VaryingViscosity::set before set_viscosity(). A step destroys it.
  FaceView<real> viscosity_source();
  /// The viscosity of steps and pressures from now on. Allocates nothing and does not wait for the stream.
  /// @param mean as of VaryingViscosity::set
  void set_viscosity(const Stream<B>&, const real* mean);

  /// StokesStage::walls.
  const WallsNow* walls(bool at_end) const;

  /// For a box in unbounded shear, which does its steps; else null. Its open() must be called, for the u at
  /// hand, before step() and pressure().
  LeesEdwardsFlow<B>* sheared();

  /// The numbers that a State carries for the stage, at the start of a run from u. Empty for a periodic box.
  /// Waits for the stream.
  Array<real, B> memory_at_start(const Stream<B>&, FaceView<const real> u);

  /// The pressure of the present u and f, to which the body forces are added: L p = D (f - rho N(u) + mu L
  /// u), mean zero, pg/(um us^2), at the cell centres. For output: it costs about a third of a step.
  void pressure(const Stream<B>&, FaceView<const real> u, FaceView<real> f, real* p);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Remove the divergence of u, in place: u - G L^-1 D u. For initial conditions.
template <class B>
void project(const Stream<B>&, const Grid&, FaceView<real> u);

} // namespace ibsim

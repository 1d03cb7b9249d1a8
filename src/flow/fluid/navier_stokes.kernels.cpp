// The time step of navier_stokes.hpp. Both stages are one and the same solve, with a = nu k/2:
//
//   (I - a L) u* = r,   u = u* - G psi with L psi = D u*,
//   half step, tau = k/2, backward Euler over tau:   r = u^n + tau (f/rho - N(u^n))
//   full step, tau = k, Crank-Nicolson over tau:     r = u^n + a L u^n + tau (f/rho - N(u'))
//
// psi = (tau/rho) phi of the projection PmIII. As u* = u + G psi and L commutes with G in a periodic box, u
// solves the stage's equation with the pressure (rho/tau) (I - a L) psi, which is phi - (mu tau/rho) L phi in
// the half step and phi - (mu tau/2 rho) L phi in the full step: a pressure of the middle of the step, which
// nothing needs. What is asked for is that of the present state: the divergence of the momentum equation,
// with D u_t = 0.
//
// All of this holds between walls too (wall_stage.hpp), but that L then has rows of its own beside them: the
// passes here go around the box, and the stage adds the difference.
//
// Where the viscosity varies, a is that of the mean of its bounds and tau E/rho is added to r.
//
// A step is two passes over the grid, two over the modes, and 6 transforms each way.
#include "fluid/navier_stokes.hpp"

#include "base/error.hpp"
#include "fluid/extra_stress.hpp"
#include "fluid/lees_edwards.hpp"
#include "grid/for_each_stencil.hpp"

#include <optional>
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

/// value + factor h^2 (E u)_d; where the viscosity does not vary, the value itself.
template <bool varies, int d>
IBSIM_HD real with_extra_stress(real value, FaceView<const real> u, const real* x, const Neighbours& at,
                                real factor) {
  if constexpr (varies)
    return value + extra_stress_at_face<d>(u, x, at, factor);
  else
    return value;
}

/// r = u + tau (f/rho - N(u) + E u/rho)
template <bool varies, class B>
void half_step_right_hand_side(const Stream<B>& stream, const Grid& grid, real tau, real density,
                               const real* excess, FaceView<const real> u, FaceView<const real> f,
                               FaceView<real> r) {
  const real per_h = 1 / grid.h, tau_per_density = tau / density,
             stress_factor = tau_per_density / (grid.h * grid.h);
  for_each_stencil(stream, grid, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = with_extra_stress<varies, 0>(u.x[c] + tau_per_density * f.x[c] -
                                              tau * advection_at_face<0>(u, at, per_h),
                                          u, excess, at, stress_factor);
    r.y[c] = with_extra_stress<varies, 1>(u.y[c] + tau_per_density * f.y[c] -
                                              tau * advection_at_face<1>(u, at, per_h),
                                          u, excess, at, stress_factor);
    r.z[c] = with_extra_stress<varies, 2>(u.z[c] + tau_per_density * f.z[c] -
                                              tau * advection_at_face<2>(u, at, per_h),
                                          u, excess, at, stress_factor);
  });
}

/// r = u + a L u + tau (f/rho - N(u') + E u'/rho)
template <bool varies, class B>
void full_step_right_hand_side(const Stream<B>& stream, const Grid& grid, real tau, real a, real density,
                               const real* excess, FaceView<const real> u, FaceView<const real> u_half,
                               FaceView<const real> f, FaceView<real> r) {
  const real per_h = 1 / grid.h, a_per_h2 = a / (grid.h * grid.h), tau_per_density = tau / density,
             stress_factor = tau_per_density / (grid.h * grid.h);
  for_each_stencil(stream, grid, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = with_extra_stress<varies, 0>(u.x[c] + laplacian(u.x, at, a_per_h2) + tau_per_density * f.x[c] -
                                              tau * advection_at_face<0>(u_half, at, per_h),
                                          u_half, excess, at, stress_factor);
    r.y[c] = with_extra_stress<varies, 1>(u.y[c] + laplacian(u.y, at, a_per_h2) + tau_per_density * f.y[c] -
                                              tau * advection_at_face<1>(u_half, at, per_h),
                                          u_half, excess, at, stress_factor);
    r.z[c] = with_extra_stress<varies, 2>(u.z[c] + laplacian(u.z, at, a_per_h2) + tau_per_density * f.z[c] -
                                              tau * advection_at_face<2>(u_half, at, per_h),
                                          u_half, excess, at, stress_factor);
  });
}

/// r = f - rho N(u) + mu L u, mu that of the implicit terms
template <class B>
void forces_on_the_fluid(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid,
                         FaceView<const real> u, FaceView<const real> f, FaceView<real> r) {
  const real per_h = 1 / grid.h, density = fluid.density, mu_per_h2 = fluid.viscosity / (grid.h * grid.h);
  for_each_stencil(stream, grid, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = f.x[c] - density * advection_at_face<0>(u, at, per_h) + laplacian(u.x, at, mu_per_h2);
    r.y[c] = f.y[c] - density * advection_at_face<1>(u, at, per_h) + laplacian(u.y, at, mu_per_h2);
    r.z[c] = f.z[c] - density * advection_at_face<2>(u, at, per_h) + laplacian(u.z, at, mu_per_h2);
  });
}

} // namespace

template <class B>
struct NavierStokes<B>::Parts {
  Grid grid;
  FluidProperties fluid;
  std::unique_ptr<LeesEdwardsFlow<B>> sheared; ///< in unbounded shear, and then no stage
  std::unique_ptr<StokesStage<B>> stage;
  BodyForces<B> body_forces;
  FaceField<B> half_velocity;
  std::optional<VaryingViscosity<B>> viscosity; ///< where it varies

  Parts(const Stream<B>& stream, const Grid& g, const FluidProperties& properties, BodyForces<B> forces,
        const WallFlow& walls, const ViscosityBounds& bounds)
      : grid(g), fluid(sensible(properties)), body_forces(std::move(forces)) {
    if (grid.topology.y.ends == Ends::lees_edwards) {
      if (bounds.apart())
        throw InputError("objects with another fluid inside cannot be in unbounded shear (lees-edwards)");
      sheared = std::make_unique<LeesEdwardsFlow<B>>(stream, grid, fluid, walls.shear_rate);
      return;
    }
    stage = make_stokes_stage(stream, grid, walls);
    half_velocity = FaceField<B>(stream, grid);
    for (const auto& force : body_forces) force->attach(*stage);
    if (bounds.apart()) viscosity.emplace(stream, grid, fluid.viscosity, bounds, *stage);
  }
  /// The viscosity of the implicit terms.
  real implicit_viscosity() const { return viscosity ? viscosity->mean() : fluid.viscosity; }
  real a(real time_step) const { return implicit_viscosity() * time_step / (2 * fluid.density); }
  /// Null where it does not vary.
  const real* excess() const { return viscosity ? viscosity->excess() : nullptr; }
  void add_ends_to_extra_stress(const Stream<B>& stream, real factor, FaceView<const real> u, PartOfStep part,
                                real* memory) const {
    if (viscosity)
      stage->add_ends_to_extra_stress(stream, factor, excess(), u, part, stage->right_hand_side(), memory);
  }
  void add_body_forces(const Stream<B>& stream, FaceView<real> f) const {
    for (const auto& force : body_forces) force->add(stream, f);
  }
};

template <class B>
NavierStokes<B>::NavierStokes(const Stream<B>& stream, const Grid& grid, const FluidProperties& fluid,
                              BodyForces<B> forces, const WallFlow& walls, const ViscosityBounds& bounds)
    : parts_(std::make_unique<Parts>(stream, grid, fluid, std::move(forces), walls, bounds)) {}
template <class B>
NavierStokes<B>::~NavierStokes() = default;
template <class B>
NavierStokes<B>::NavierStokes(NavierStokes&&) noexcept = default;

template <class B>
void NavierStokes<B>::prepare(const Stream<B>& stream, real time, real time_step) {
  Parts& p = *parts_;
  if (p.sheared) p.sheared->prepare(stream, time, time_step);
  if (p.stage) p.stage->prepare(stream, time, time_step, p.a(time_step));
  for (const auto& force : p.body_forces) force->prepare(stream, time, time_step);
}

template <class B>
void NavierStokes<B>::step(const Stream<B>& stream, real time_step, FaceView<real> u, FaceView<real> f,
                           real* memory) {
  if (!(time_step > 0)) throw std::invalid_argument("a time step must be positive");
  Parts& p = *parts_;
  const real k = time_step, a = p.a(k);
  p.add_body_forces(stream, f);
  if (p.sheared) return p.sheared->step(stream, k, u, f);
  const FaceView<real> u_half = p.half_velocity.view(), r = p.stage->right_hand_side();
  const real density = p.fluid.density, *const excess = p.excess();
  (excess ? half_step_right_hand_side<true, B>
          : half_step_right_hand_side<false, B>)(stream, p.grid, k / 2, density, excess, u, f, r);
  p.add_ends_to_extra_stress(stream, k / (2 * density), u, PartOfStep::half, memory);
  p.stage->solve(stream, a, u_half, PartOfStep::half, memory);
  (excess ? full_step_right_hand_side<true, B>
          : full_step_right_hand_side<false, B>)(stream, p.grid, k, a, density, excess, u, u_half, f, r);
  p.add_ends_to_extra_stress(stream, k / density, u_half, PartOfStep::full, memory);
  p.stage->add_ends_to_laplacian(stream, a, u, r);
  p.stage->solve(stream, a, u, PartOfStep::full, memory);
}

template <class B>
const VaryingViscosity<B>* NavierStokes<B>::varying_viscosity() const {
  return parts_->viscosity ? &*parts_->viscosity : nullptr;
}

template <class B>
FaceView<real> NavierStokes<B>::viscosity_source() {
  return parts_->half_velocity.view();
}

template <class B>
void NavierStokes<B>::set_viscosity(const Stream<B>& stream, const real* mean) {
  Parts& p = *parts_;
  if (!p.viscosity) throw std::logic_error("this fluid was made with one viscosity");
  p.viscosity->set(stream, *p.stage, p.half_velocity.view(), mean);
}

template <class B>
const WallsNow* NavierStokes<B>::walls(bool at_end) const {
  return parts_->stage ? parts_->stage->walls(at_end) : nullptr;
}

template <class B>
LeesEdwardsFlow<B>* NavierStokes<B>::sheared() {
  return parts_->sheared.get();
}

template <class B>
Array<real, B> NavierStokes<B>::memory_at_start(const Stream<B>& stream, FaceView<const real> u) {
  if (!parts_->stage) return {};
  StokesStage<B>& stage = *parts_->stage;
  Array<real, B> memory(stage.remembered());
  if (!memory.empty()) stage.remember_start(stream, u, memory.data());
  stream.synchronize();
  return memory;
}

template <class B>
void NavierStokes<B>::pressure(const Stream<B>& stream, FaceView<const real> u, FaceView<real> f,
                               real* pressure) {
  Parts& p = *parts_;
  p.add_body_forces(stream, f);
  if (p.sheared) return p.sheared->pressure(stream, f, pressure);
  const real mu = p.implicit_viscosity();
  const FaceView<real> r = p.stage->right_hand_side();
  forces_on_the_fluid<B>(stream, p.grid, {p.fluid.density, mu}, u, f, r);
  if (p.viscosity) p.viscosity->add_extra_stress(stream, *p.stage, 1, u, PartOfStep::half, r, nullptr);
  p.stage->add_ends_to_laplacian(stream, mu, u, r);
  p.stage->pressure(stream, pressure);
}

template <class B>
void project(const Stream<B>& stream, const Grid& grid, FaceView<real> u) {
  const std::unique_ptr<StokesStage<B>> stage = make_stokes_stage(stream, grid);
  stage->project(stream, u);
  stream.synchronize(); // before the stage goes
}

template class NavierStokes<ThisBackend>;
template void project(const Stream<ThisBackend>&, const Grid&, FaceView<real>);

} // namespace ibsim

#include "fluid/staged_flow.hpp"

#include "fluid/extra_stress.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "grid/for_each_stencil.hpp"

#include <algorithm>
#include <stdexcept>

namespace ibsim {
namespace {

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
void half_step_right_hand_side(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real density,
                               const real* excess, FaceView<const real> u, FaceView<const real> f,
                               FaceView<real> r) {
  const real h = local.grid.h, per_h = 1 / h, tau_per_density = tau / density,
             stress_factor = tau_per_density / (h * h);
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
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
void full_step_right_hand_side(const Stream<B>& stream, const LocalGrid<B>& local, real tau, real a,
                               real density, const real* excess, FaceView<const real> u,
                               FaceView<const real> u_half, FaceView<const real> f, FaceView<real> r) {
  const real h = local.grid.h, per_h = 1 / h, a_per_h2 = a / (h * h), tau_per_density = tau / density,
             stress_factor = tau_per_density / (h * h);
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
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

/// value + factor h^2 (E u)_d, or where the viscosity does not vary, value + factor h^2 extra L u_d.
template <bool varies, int d>
IBSIM_HD real with_explicit_viscosity(real value, FaceView<const real> u, const real* x, real extra,
                                      const Neighbours& at, real factor) {
  if constexpr (varies)
    return value + extra_stress_at_face<d>(u, x, at, factor);
  else
    return value + laplacian(d == 0 ? u.x : d == 1 ? u.y : u.z, at, extra * factor);
}

/// r = now u - before v + beta (f/rho - (1 + w) (N(u) - E u/rho) + w (N(v) - E v/rho)), v the velocity before
/// @param extra the E of a viscosity that does not vary is this times L
template <bool varies, class B>
void bdf2_right_hand_side(const Stream<B>& stream, const LocalGrid<B>& local,
                          const BackwardDifference& difference, real density, const real* excess, real extra,
                          FaceView<const real> u, FaceView<const real> v, FaceView<const real> f,
                          FaceView<real> r) {
  const BackwardDifference b = difference;
  const real h = local.grid.h, per_h = 1 / h, of_force = b.beta / density,
             of_u = b.beta * (1 + b.ahead_of_flow), of_v = b.beta * b.ahead_of_flow,
             stress_u = of_u / (density * h * h), stress_v = -of_v / (density * h * h);
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    const real x = b.now * u.x[c] - b.before * v.x[c] + of_force * f.x[c] -
                   of_u * advection_at_face<0>(u, at, per_h) + of_v * advection_at_face<0>(v, at, per_h);
    const real y = b.now * u.y[c] - b.before * v.y[c] + of_force * f.y[c] -
                   of_u * advection_at_face<1>(u, at, per_h) + of_v * advection_at_face<1>(v, at, per_h);
    const real z = b.now * u.z[c] - b.before * v.z[c] + of_force * f.z[c] -
                   of_u * advection_at_face<2>(u, at, per_h) + of_v * advection_at_face<2>(v, at, per_h);
    const real ux = with_explicit_viscosity<varies, 0>(x, u, excess, extra, at, stress_u),
               uy = with_explicit_viscosity<varies, 1>(y, u, excess, extra, at, stress_u),
               uz = with_explicit_viscosity<varies, 2>(z, u, excess, extra, at, stress_u);
    const Real3 all{with_explicit_viscosity<varies, 0>(ux, v, excess, extra, at, stress_v),
                    with_explicit_viscosity<varies, 1>(uy, v, excess, extra, at, stress_v),
                    with_explicit_viscosity<varies, 2>(uz, v, excess, extra, at, stress_v)};
    // written when all has been read, for what is written may be what is read as far as a compiler knows
    r.x[c] = all.x, r.y[c] = all.y, r.z[c] = all.z;
  });
}

/// r = f - rho N(u) + mu L u, mu that of the implicit terms
template <class B>
void forces_on_the_fluid(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                         FaceView<const real> u, FaceView<const real> f, FaceView<real> r) {
  const real h = local.grid.h, per_h = 1 / h, density = fluid.density, mu_per_h2 = fluid.viscosity / (h * h);
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = f.x[c] - density * advection_at_face<0>(u, at, per_h) + laplacian(u.x, at, mu_per_h2);
    r.y[c] = f.y[c] - density * advection_at_face<1>(u, at, per_h) + laplacian(u.y, at, mu_per_h2);
    r.z[c] = f.z[c] - density * advection_at_face<2>(u, at, per_h) + laplacian(u.z, at, mu_per_h2);
  });
}

} // namespace

template <class B>
StagedFlow<B>::StagedFlow(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                          const WallFlow& walls, const ViscosityBounds& bounds, TimeScheme scheme)
    : local_(local), fluid_(fluid), scheme_(scheme), stage_(make_stokes_stage(stream, local, walls)) {
  if (scheme == TimeScheme::imex_rk) half_velocity_ = FaceField<B>(stream, local.slab);
  if (bounds.apart())
    viscosity_.emplace(
        stream, local,
        ViscosityOfPotential{fluid.viscosity, bounds, ibsim::implicit_viscosity(bounds, scheme)}, *stage_);
}

template <class B>
real StagedFlow<B>::implicit_viscosity() const {
  if (viscosity_) return viscosity_->implicit();
  return (scheme_ == TimeScheme::bdf2 ? implicit_part_of_viscosity : 1) * fluid_.viscosity;
}

template <class B>
real StagedFlow<B>::a(const StepInTime& when) const {
  if (when.scheme == TimeScheme::bdf2) return implicit_viscosity() * when.difference().beta / fluid_.density;
  return implicit_viscosity() * when.length / (2 * fluid_.density);
}

template <class B>
void StagedFlow<B>::add_ends_to_extra_stress(const Stream<B>& stream, real factor, FaceView<const real> u,
                                             PartOfStep part, real* memory) const {
  if (viscosity_)
    stage_->add_ends_to_extra_stress(stream, factor, excess(), u, part, stage_->right_hand_side(), memory);
}

template <class B>
void StagedFlow<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  stage_->prepare(stream, when.start, when.length, a(when), when.before);
}

template <class B>
void StagedFlow<B>::step(const Stream<B>& stream, const StepInTime& when, const FlowNow& flow,
                         FaceView<const real> f) {
  if (when.scheme == TimeScheme::bdf2)
    bdf2(stream, when.difference(), a(when), flow, f);
  else
    imex_rk(stream, when.length, a(when), flow, f);
}

template <class B>
void StagedFlow<B>::imex_rk(const Stream<B>& stream, real k, real a, const FlowNow& flow,
                            FaceView<const real> f) {
  const FaceView<real> u = flow.u, u_half = half_velocity_.view(), r = stage_->right_hand_side();
  const real density = fluid_.density, *const x = excess();
  (x ? half_step_right_hand_side<true, B> : half_step_right_hand_side<false, B>)(stream, local_, k / 2,
                                                                                 density, x, u, f, r);
  add_ends_to_extra_stress(stream, k / (2 * density), u, PartOfStep::half, flow.memory);
  stage_->solve(stream, a, u_half, PartOfStep::half, flow.memory);
  fill_ghosts(stream, local_, u_half);
  (x ? full_step_right_hand_side<true, B> : full_step_right_hand_side<false, B>)(stream, local_, k, a,
                                                                                 density, x, u, u_half, f, r);
  add_ends_to_extra_stress(stream, k / density, u_half, PartOfStep::full, flow.memory);
  stage_->add_ends_to_laplacian(stream, a, u, r);
  stage_->solve(stream, a, u, PartOfStep::full, flow.memory);
  fill_ghosts(stream, local_, u);
}

template <class B>
void StagedFlow<B>::bdf2(const Stream<B>& stream, const BackwardDifference& b, real a, const FlowNow& flow,
                         FaceView<const real> f) {
  const FaceView<real> u = flow.u, v = flow.u_before, r = stage_->right_hand_side();
  const real density = fluid_.density, to_r = b.beta / density, *const x = excess();
  const real extra = x ? 0 : fluid_.viscosity - implicit_viscosity();
  stage_->begin_bdf2(stream, b, flow.memory);
  (x ? bdf2_right_hand_side<true, B> : bdf2_right_hand_side<false, B>)(stream, local_, b, density, x, extra,
                                                                       u, v, f, r);
  // with the walls of the end for both: what an extrapolation of theirs would give, to second order
  add_ends_to_extra_stress(stream, to_r * (1 + b.ahead_of_flow), u, PartOfStep::whole, flow.memory);
  add_ends_to_extra_stress(stream, -to_r * b.ahead_of_flow, v, PartOfStep::whole, flow.memory);
  if (!x) stage_->add_ends_to_extrapolated(stream, b, extra * to_r, u, v, r, flow.memory);
  const Size ghosts = local_.slab.ghost_cells();
  copy_within_device(stream, v.x - ghosts, u.x - ghosts,
                     sizeof(real) * 3 * static_cast<std::size_t>(local_.slab.stored_cells()));
  stage_->solve_bdf2(stream, b, a, u, flow.memory);
  fill_ghosts(stream, local_, u);
}

template <class B>
void StagedFlow<B>::answer(const Stream<B>& stream, const StepInTime& when, FaceView<real> du) {
  if (scheme_ != TimeScheme::bdf2) throw std::logic_error("only a step of one stage has one answer");
  stage_->answer(stream, a(when), du);
  fill_ghosts(stream, local_, du);
}

template <class B>
void StagedFlow<B>::set_viscosity(const Stream<B>& stream, const real* mean) {
  if (viscosity_) viscosity_->set(stream, *stage_, mean);
}

template <class B>
Array<real, B> StagedFlow<B>::memory_at_start(const Stream<B>& stream, FaceView<const real> u) {
  Array<real, B> memory(stage_->remembered(scheme_));
  if (!memory.empty()) stage_->remember_start(stream, scheme_, u, memory.data());
  stream.synchronize();
  return memory;
}

template <class B>
void StagedFlow<B>::pressure(const Stream<B>& stream, FaceView<const real> u, FaceView<const real> f,
                             real* pressure) {
  const real mu = viscosity_ ? implicit_viscosity() : fluid_.viscosity;
  const FaceView<real> r = stage_->right_hand_side();
  forces_on_the_fluid<B>(stream, local_, {fluid_.density, mu}, u, f, r);
  if (viscosity_) viscosity_->add_extra_stress(stream, *stage_, 1, u, PartOfStep::half, r, nullptr);
  stage_->add_ends_to_laplacian(stream, mu, u, r);
  stage_->pressure(stream, pressure);
}

template class StagedFlow<ThisBackend>;

} // namespace ibsim

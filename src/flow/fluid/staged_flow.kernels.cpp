#include "fluid/staged_flow.hpp"

#include "fluid/extra_stress.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "fluid/widen.hpp"
#include "grid/for_each_stencil.hpp"

#include <algorithm>
#include <stdexcept>

namespace ibsim {
namespace {

/// value + factor h^2 (E u)_d; where the viscosity does not vary, the value itself.
template <bool varies, int d, class T>
IBSIM_HD T with_extra_stress(std::type_identity_t<T> value, FaceView<const T> u, const T* x,
                             const Neighbours& at, std::type_identity_t<T> factor) {
  if constexpr (varies)
    return value + extra_stress_at_face<d>(u, x, at, factor);
  else
    return value;
}

/// r = u + tau (f/rho - N(u) + E u/rho)
template <bool varies, class B, class T>
void half_step_right_hand_side(const Stream<B>& stream, const LocalGrid<B>& local, real of_time, real density,
                               const T* excess, FaceView<const T> u, FaceView<const T> f, FaceView<T> r) {
  const real h = local.grid.h, of_force = of_time / density;
  const T tau = static_cast<T>(of_time), per_h = static_cast<T>(1 / h),
          tau_per_density = static_cast<T>(of_force), stress_factor = static_cast<T>(of_force / (h * h));
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
template <bool varies, class B, class T>
void full_step_right_hand_side(const Stream<B>& stream, const LocalGrid<B>& local, real of_time, real a,
                               real density, const T* excess, FaceView<const T> u, FaceView<const T> u_half,
                               FaceView<const T> f, FaceView<T> r) {
  const real h = local.grid.h, of_force = of_time / density;
  const T tau = static_cast<T>(of_time), per_h = static_cast<T>(1 / h),
          a_per_h2 = static_cast<T>(a / (h * h)), tau_per_density = static_cast<T>(of_force),
          stress_factor = static_cast<T>(of_force / (h * h));
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
template <bool varies, int d, class T>
IBSIM_HD T with_explicit_viscosity(std::type_identity_t<T> value, FaceView<const T> u, const T* x,
                                   std::type_identity_t<T> extra, const Neighbours& at,
                                   std::type_identity_t<T> factor) {
  if constexpr (varies)
    return value + extra_stress_at_face<d>(u, x, at, factor);
  else
    return value + laplacian(d == 0 ? u.x : d == 1 ? u.y : u.z, at, extra * factor);
}

/// now u - before v, now - before = 1. In single precision the rounded weights differ by 1 + 3e-8, which
/// would make a steady flow grow by as much in each step; the other form keeps it.
IBSIM_HD double of_history(double now, double before, double u, double v) { return now * u - before * v; }
IBSIM_HD float of_history(float, float before, float u, float v) { return u + before * (u - v); }

/// r = now u - before v + beta (f/rho - (1 + w) (N(u) - E u/rho) + w (N(v) - E v/rho)), v the velocity before
/// @param beside the E of a viscosity that does not vary is this times L
template <bool varies, class B, class T>
void bdf2_right_hand_side(const Stream<B>& stream, const LocalGrid<B>& local,
                          const BackwardDifference& difference, real density, const T* excess, real beside,
                          FaceView<const T> u, FaceView<const T> v, FaceView<const T> f, FaceView<T> r) {
  const BackwardDifference& b = difference;
  const real h = local.grid.h, beta_u = b.beta * (1 + b.ahead_of_flow), beta_v = b.beta * b.ahead_of_flow;
  const T per_h = static_cast<T>(1 / h), of_force = static_cast<T>(b.beta / density),
          of_u = static_cast<T>(beta_u), of_v = static_cast<T>(beta_v), now = static_cast<T>(b.now),
          before = static_cast<T>(b.before), extra = static_cast<T>(beside),
          stress_u = static_cast<T>(beta_u / (density * h * h)),
          stress_v = static_cast<T>(-beta_v / (density * h * h));
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    const T x = of_history(now, before, u.x[c], v.x[c]) + of_force * f.x[c] -
                of_u * advection_at_face<0>(u, at, per_h) + of_v * advection_at_face<0>(v, at, per_h);
    const T y = of_history(now, before, u.y[c], v.y[c]) + of_force * f.y[c] -
                of_u * advection_at_face<1>(u, at, per_h) + of_v * advection_at_face<1>(v, at, per_h);
    const T z = of_history(now, before, u.z[c], v.z[c]) + of_force * f.z[c] -
                of_u * advection_at_face<2>(u, at, per_h) + of_v * advection_at_face<2>(v, at, per_h);
    const T ux = with_explicit_viscosity<varies, 0>(x, u, excess, extra, at, stress_u),
            uy = with_explicit_viscosity<varies, 1>(y, u, excess, extra, at, stress_u),
            uz = with_explicit_viscosity<varies, 2>(z, u, excess, extra, at, stress_u);
    const Vec3<T> all{with_explicit_viscosity<varies, 0>(ux, v, excess, extra, at, stress_v),
                      with_explicit_viscosity<varies, 1>(uy, v, excess, extra, at, stress_v),
                      with_explicit_viscosity<varies, 2>(uz, v, excess, extra, at, stress_v)};
    // written when all has been read, for what is written may be what is read as far as a compiler knows
    r.x[c] = all.x, r.y[c] = all.y, r.z[c] = all.z;
  });
}

/// r = f - rho N(u) + mu L u, mu that of the implicit terms
template <class B, class T>
void forces_on_the_fluid(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                         FaceView<const T> u, FaceView<const T> f, FaceView<T> r) {
  const real h = local.grid.h;
  const T per_h = static_cast<T>(1 / h), density = static_cast<T>(fluid.density),
          mu_per_h2 = static_cast<T>(fluid.viscosity / (h * h));
  for_each_stencil(stream, local.slab, [=] IBSIM_KERNEL(const Neighbours& at) {
    const Index c = at.here;
    r.x[c] = f.x[c] - density * advection_at_face<0>(u, at, per_h) + laplacian(u.x, at, mu_per_h2);
    r.y[c] = f.y[c] - density * advection_at_face<1>(u, at, per_h) + laplacian(u.y, at, mu_per_h2);
    r.z[c] = f.z[c] - density * advection_at_face<2>(u, at, per_h) + laplacian(u.z, at, mu_per_h2);
  });
}

} // namespace

template <class B, class T>
StagedFlow<B, T>::StagedFlow(const Stream<B>& stream, const LocalGrid<B>& local, const FluidProperties& fluid,
                             const WallFlow& walls, const ViscosityBounds& bounds, TimeScheme scheme)
    : local_(local), fluid_(fluid), scheme_(scheme), stage_(make_stokes_stage<B, T>(stream, local, walls)) {
  if (scheme == TimeScheme::imex_rk) half_velocity_ = FaceField<B>(stream, local.slab, storage_of<T>);
  if (bounds.apart())
    viscosity_.emplace(
        stream, local,
        ViscosityOfPotential{fluid.viscosity, bounds, ibsim::implicit_viscosity(bounds, scheme)}, *stage_);
}

template <class B, class T>
real StagedFlow<B, T>::implicit_viscosity() const {
  if (viscosity_) return viscosity_->implicit();
  return (scheme_ == TimeScheme::bdf2 ? implicit_part_of_viscosity : 1) * fluid_.viscosity;
}

template <class B, class T>
real StagedFlow<B, T>::a(const StepInTime& when) const {
  if (when.scheme == TimeScheme::bdf2) return implicit_viscosity() * when.difference().beta / fluid_.density;
  return implicit_viscosity() * when.length / (2 * fluid_.density);
}

template <class B, class T>
void StagedFlow<B, T>::add_ends_to_extra_stress(const Stream<B>& stream, real factor, FaceView<const T> u,
                                                PartOfStep part, real* memory) const {
  if (viscosity_)
    stage_->add_ends_to_extra_stress(stream, factor, excess(), u, part, stage_->right_hand_side(), memory);
}

template <class B, class T>
void StagedFlow<B, T>::prepare(const Stream<B>& stream, const StepInTime& when) {
  stage_->prepare(stream, when.start, when.length, a(when), when.before);
  if (in_floats_ && when.length > 0)
    in_floats_->prepare(stream, when.start, when.length, a(when), when.before);
}

template <class B, class T>
void StagedFlow<B, T>::step(const Stream<B>& stream, const StepInTime& when, const FlowNow& flow,
                            AnyConstFaces f) {
  const Fields fields{flow.u.template as<T>(), flow.u_before.template as<T>(), f.template as<T>(),
                      flow.memory};
  if (when.scheme == TimeScheme::bdf2)
    bdf2(stream, when.difference(), a(when), fields);
  else
    imex_rk(stream, when.length, a(when), fields);
}

template <class B, class T>
void StagedFlow<B, T>::imex_rk(const Stream<B>& stream, real k, real a, const Fields& flow) {
  const FaceView<T> u = flow.u, u_half = half_velocity_.any().template as<T>(), r = stage_->right_hand_side();
  const FaceView<const T> f = flow.f;
  const real density = fluid_.density;
  const T* const x = excess();
  (x ? half_step_right_hand_side<true, B, T> : half_step_right_hand_side<false, B, T>)(stream, local_, k / 2,
                                                                                       density, x, u, f, r);
  add_ends_to_extra_stress(stream, k / (2 * density), u, PartOfStep::half, flow.memory);
  stage_->solve(stream, a, u_half, PartOfStep::half, flow.memory);
  fill_ghosts(stream, local_, u_half);
  (x ? full_step_right_hand_side<true, B, T>
     : full_step_right_hand_side<false, B, T>)(stream, local_, k, a, density, x, u, u_half, f, r);
  add_ends_to_extra_stress(stream, k / density, u_half, PartOfStep::full, flow.memory);
  stage_->add_ends_to_laplacian(stream, a, u, r);
  stage_->solve(stream, a, u, PartOfStep::full, flow.memory);
  fill_ghosts(stream, local_, u);
}

template <class B, class T>
void StagedFlow<B, T>::bdf2(const Stream<B>& stream, const BackwardDifference& b, real a,
                            const Fields& flow) {
  const FaceView<T> u = flow.u, v = flow.u_before, r = stage_->right_hand_side();
  const FaceView<const T> f = flow.f;
  const real density = fluid_.density, to_r = b.beta / density;
  const T* const x = excess();
  const real extra = x ? 0 : fluid_.viscosity - implicit_viscosity();
  stage_->begin_bdf2(stream, b, flow.memory);
  (x ? bdf2_right_hand_side<true, B, T> : bdf2_right_hand_side<false, B, T>)(stream, local_, b, density, x,
                                                                             extra, u, v, f, r);
  // with the walls of the end for both: what an extrapolation of theirs would give, to second order
  add_ends_to_extra_stress(stream, to_r * (1 + b.ahead_of_flow), u, PartOfStep::whole, flow.memory);
  add_ends_to_extra_stress(stream, -to_r * b.ahead_of_flow, v, PartOfStep::whole, flow.memory);
  if (!x) stage_->add_ends_to_extrapolated(stream, b, extra * to_r, u, v, r, flow.memory);
  const Size ghosts = local_.slab.ghost_cells();
  copy_within_device(stream, v.x - ghosts, u.x - ghosts,
                     sizeof(T) * 3 * static_cast<std::size_t>(local_.slab.stored_cells()));
  stage_->solve_bdf2(stream, b, a, u, flow.memory);
  fill_ghosts(stream, local_, u);
}

template <class B, class T>
void StagedFlow<B, T>::answer(const Stream<B>& stream, const StepInTime& when, AnyFaces du, real* memory) {
  if (scheme_ != TimeScheme::bdf2) throw std::logic_error("only a step of one stage has one answer");
  if (in_floats_ && du.storage() == Storage::floats)
    in_floats_->answer(stream, when.difference(), a(when), du.template as<float>(), memory);
  else
    stage_->answer(stream, when.difference(), a(when), du.template as<T>(), memory);
  fill_ghosts(stream, local_, du);
}

template <class B, class T>
Storage StagedFlow<B, T>::quick_answers(const Stream<B>& stream, Storage storage) {
  if (!in_floats_ && scheme_ == TimeScheme::bdf2) in_floats_ = stage_->in_floats(stream);
  return in_floats_ ? Storage::floats : storage;
}

template <class B, class T>
AnyFaces StagedFlow<B, T>::room_for_answers(Storage storage) {
  if (in_floats_ && storage == Storage::floats) return in_floats_->right_hand_side();
  return stage_->right_hand_side();
}

template <class B, class T>
void StagedFlow<B, T>::set_viscosity(const Stream<B>& stream, const real* mean) {
  if (viscosity_) viscosity_->set(stream, *stage_, mean);
}

template <class B, class T>
Array<real, B> StagedFlow<B, T>::memory_at_start(const Stream<B>& stream, AnyConstFaces u) {
  Array<real, B> memory(stage_->remembered(scheme_));
  if (!memory.empty()) stage_->remember_start(stream, scheme_, u.template as<T>(), memory.data());
  stream.synchronize();
  return memory;
}

template <class B, class T>
void StagedFlow<B, T>::pressure(const Stream<B>& stream, AnyConstFaces any_u, AnyConstFaces any_f,
                                real* pressure) {
  const FaceView<const T> u = any_u.template as<T>(), f = any_f.template as<T>();
  const real mu = viscosity_ ? implicit_viscosity() : fluid_.viscosity;
  const FaceView<T> r = stage_->right_hand_side();
  forces_on_the_fluid<B, T>(stream, local_, {fluid_.density, mu}, u, f, r);
  if (viscosity_) viscosity_->add_extra_stress(stream, *stage_, 1, u, PartOfStep::half, r, nullptr);
  stage_->add_ends_to_laplacian(stream, mu, u, r);
  if constexpr (std::is_same_v<T, real>) {
    stage_->pressure(stream, pressure);
  } else {
    stage_->pressure(stream, r.x); // of which it needs no more by then
    widen<B, T>(stream, local_.slab.own_cells(), r.x, pressure);
  }
}

template class StagedFlow<ThisBackend, double>;
template class StagedFlow<ThisBackend, float>;

} // namespace ibsim

#include "limits/stability.hpp"

#include "coupling/plane_response.hpp"
#include "limits/bdf2_steps.hpp"
#include "limits/relaxes_tension.hpp"
#include "limits/stiffness_at_rest.hpp"
#include "mechanics/laws.hpp"
#include "model/flow_model.hpp"
#include "objects/pair_forces.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// How much more a fluid without viscosity answers waves by a kernel than by the cosine kernel, with which
/// the constants below were fitted.
struct EulerKernelFactors {
  real modulus = 1, bending = 1;

  explicit EulerKernelFactors(DeltaKernel kernel) {
    if (kernel == DeltaKernel::cosine) return;
    const PlaneResponse &fitted = plane_response(DeltaKernel::cosine), &of = plane_response(kernel);
    modulus = std::max(of.along.inertial / fitted.along.inertial, of.shear.inertial / fitted.shear.inertial);
    bending = of.bending.inertial / fitted.bending.inertial;
  }
};

/// Limit of a ripple against a modulus, for sites moved by forward Euler.
real ripple_limit(real modulus, const FluidProperties& fluid, real h) {
  constexpr real fitted = 4.1; // C of stability.hpp
  if (!(modulus > 0)) return std::numeric_limits<real>::infinity();
  return fitted * std::sqrt(fluid.density * h * h * h / modulus);
}

/// Limit of all but an explicit viscosity, for sites moved by forward Euler.
real limit_without_viscosity(const Stiffness& stiffness, const FluidProperties& fluid, real h,
                             const EulerKernelFactors& kernel) {
  constexpr real fitted = 1.6; // C_b of stability.hpp
  constexpr real of_shear = 3; // of stability.hpp
  const real ripple =
      ripple_limit(kernel.modulus * std::max(stiffness.modulus, of_shear * stiffness.shear), fluid, h);
  real others = 0; // the sum of the inverse squares of the other limits
  if (const real anchor = stiffness.anchor + stiffness.film.stiffness; anchor > 0)
    others += 0.75 * anchor / (fluid.density * h);
  if (stiffness.bending > 0)
    others += kernel.bending * stiffness.bending / (fitted * fitted * fluid.density * std::pow(h, 5));
  return others > 0 ? 1 / std::sqrt(1 / (ripple * ripple) + others) : ripple;
}

} // namespace

real elastic_step_limit(const AnyLaw& law, const FluidProperties& fluid, real h, SiteMotion motion,
                        DeltaKernel kernel) {
  return elastic_step_limit(Stiffness{.modulus = stiffness_at_rest(law), .shear = shear_modulus_at_rest(law)},
                            fluid, h, motion, kernel);
}

real elastic_step_limit(const Stiffness& stiffness, const FluidProperties& fluid, real h, SiteMotion motion,
                        DeltaKernel of) {
  constexpr real fitted = 9; // C_v of stability.hpp
  for (const real number : {stiffness.modulus, stiffness.shear, stiffness.anchor, stiffness.bending,
                            stiffness.viscosity, stiffness.film.stiffness})
    if (!std::isfinite(number)) return 0;
  const EulerKernelFactors kernel(of);
  const real elastic = elastic_limit_factor(motion) * limit_without_viscosity(stiffness, fluid, h, kernel);
  if (!(stiffness.viscosity > 0)) return elastic;
  const real rate = kernel.modulus * stiffness.viscosity / (fitted * fluid.density * h * h * h); // 1/k_v
  return 2 / (rate + std::sqrt(rate * rate + 4 / (elastic * elastic)));
}

real elastic_step_limit(const Stiffness& stiffness, const ObjectKind& kind, const FlowModel& model,
                        std::optional<real> gap, const Film& pressed) {
  if (model.is_bdf2()) return bdf2_step_limit(stiffness, kind, model, gap, pressed);
  return elastic_step_limit(stiffness, model.fluid, model.grid.h, model.motion, model.kernel);
}

real elastic_step_limit(const Stiffness& stiffness, const FlowModel& model, std::optional<real> gap) {
  if (model.is_bdf2()) return bdf2_step_limit(stiffness, model, gap);
  return elastic_step_limit(stiffness, model.fluid, model.grid.h, model.motion, model.kernel);
}

real pair_step_limit(const Stiffness& of_pairs, const FlowModel& model) {
  return model.is_bdf2() ? bdf2_step_limit_of_pairs(of_pairs, model) : elastic_step_limit(of_pairs, model);
}

real elastic_limit_factor(SiteMotion motion) { return motion == SiteMotion::midpoint ? 1.7 : 1; }

real elastic_step_limit(const ObjectKind& kind, const FlowModel& model) {
  Stiffness stiffness = stiffness_at_rest(kind);
  stiffness.tension_is_relaxed = relaxes_tension(kind, model);
  stiffness = sum_of(stiffness, pair_stiffness_at_rest(kind, model));
  if (model.is_bdf2()) return bdf2_step_limit(without_film(stiffness), kind, model, {}, stiffness.film);
  return elastic_step_limit(stiffness, model);
}

real initial_speed(const FlowModel& model) {
  const real shear =
      model.has_background_shear() ? model.drive.shear_rate.bound() * model.grid.lengths().y / 2 : 0;
  const real vortices = model.initial_flow == InitialFlow::taylor_green
                            ? std::sqrt(8.0 / 3) * model.taylor_green_speed
                            : 0; // see taylor_green.hpp
  return std::max({shear, vortices, driven_speed(model)});
}

real advective_step_limit(const FlowModel& model) {
  return advective_step_limit(initial_speed(model), model.grid.h);
}

real advective_step_limit(real speed, real h) {
  if (!std::isfinite(speed)) return 0;
  return speed > 0 ? h / (2 * speed) : std::numeric_limits<real>::infinity();
}

} // namespace ibsim

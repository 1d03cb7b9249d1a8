#include "limits/bdf2_steps.hpp"

#include "coupling/plane_response.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "limits/anchored_steps.hpp"
#include "limits/plane_between_fluids.hpp"
#include "limits/ripple_response.hpp"
#include "limits/viscous_response.hpp"
#include "model/flow_model.hpp"
#include "objects/dimensionless.hpp"
#include "objects/structure_properties.hpp"
#include "objects/viscosity_bounds.hpp"
#include "surface/least_width.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// The thinnest fluid that there is.
FluidProperties least_viscous(const FlowModel& model) {
  return {model.fluid.density, viscosity_bounds(model).least};
}

/// How many surfaces the fluid of a cell has to answer, where objects come as near as this gap: 1 to 2.
/// @param fitted C_g of bdf2_steps.hpp
real surfaces_that_share(const FlowModel& model, std::optional<real> gap, real fitted = 1) {
  if (!gap && membranes_of(model) <= 1) return 1;
  return 1 + std::exp(-fitted * std::max(gap.value_or(0), real{0}) / model.grid.h);
}

/// The area that tethers hold over the volume of the box, 1/um: at most, since a patch counts as all.
real held_area(const FlowModel& model) {
  real area = 0;
  for (const ObjectKind& kind : model.objects)
    if (!kind.tethers.empty()) area += area_at_rest(kind) * static_cast<real>(kind.placements.size());
  const Real3 box = model.grid.lengths();
  return area / (box.x * box.y * box.z);
}

// C_m, C_G and C_T of bdf2_steps.hpp, and k s/d where a ripple's explicit step begins to grow
constexpr real of_modulus = 55, of_shear = 17, inertia = 1.5, gap_of_shear = 0.5, explicit_most = 3.05;

/// How much more a fluid answers waves by a kernel than by the cosine kernel, with which the constants above
/// and below were fitted: ratios of the largest answers of planes.
struct BdfKernelFactors {
  real along = 1, shear = 1, bending = 1;
  /// of the time over which inertia holds a wave back, which is shorter for shorter waves
  real inertia = 1;
  real least_surfaces = 1; ///< that share one fluid where tensions are explicit: C_s of bdf2_steps.hpp

  explicit BdfKernelFactors(DeltaKernel kernel) {
    if (kernel == DeltaKernel::cosine) return;
    const PlaneResponse &fitted = plane_response(DeltaKernel::cosine), &of = plane_response(kernel);
    along = of.along.viscous / fitted.along.viscous, shear = of.shear.viscous / fitted.shear.viscous;
    bending = of.bending.viscous / fitted.bending.viscous;
    const real shorter = fitted.shear.wave / of.shear.wave;
    inertia = shorter * shorter;
    if (kernel == DeltaKernel::composite_sharp) least_surfaces = 1.5;
  }
};

/// By so many times is a step longer whose tension follows, of an object alone and among others, and so many
/// surfaces share the fluid then where the pace is set.
constexpr real relaxed_times = 4, relaxed_times_among_others = 2.4, share_of_relaxed = 1.5;
/// M h rho/mu^2 from which ripples swing within such a step: then it is no longer than an explicit one.
constexpr real swings_with_relaxed = 160;
/// By which the flow may turn in a step whose tension follows.
constexpr real turn_of_relaxed = 0.0125;

/// k of k r = 1 + min(T/k, C_i sqrt(T/k)), in bdf2_steps.hpp.
real ripple_limit_of_bdf2(real r, real T) {
  constexpr real fitted = 0.35; // C_i
  const auto more = [&](real k) { return std::min(T / k, fitted * std::sqrt(T / k)); };
  real least = 1 / r, most = (1 + more(least)) / r;
  for (int i = 0; i < 50; ++i) {
    const real k = (least + most) / 2;
    (k * r < 1 + more(k) ? least : most) = k;
  }
  return least;
}

/// The thinner fluid at a surface, and which parts ripples have of their limits in it alone, in
/// bdf2_steps.hpp.
struct AmongFluids {
  real thinner;               ///< pg/(um us)
  real along = 1, across = 1; ///< of the modulus and bending; of shear alone
};

/// Parts of the limit that a narrow kernel leaves to flat surfaces between two fluids.
PartsBetweenFluids parts_of_flat(const FlowModel& model, const ClosedSurface& closed, real ratio) {
  if (model.kernel == DeltaKernel::cosine || ratio == 1) return {};
  constexpr real patch = 6.6; // fitted: C_p of bdf2_steps.hpp, cells
  const real implicit = implicit_viscosity(viscosity_bounds(model), TimeScheme::bdf2) / model.fluid.viscosity;
  return parts_between_fluids(model.kernel, ratio, implicit,
                              patch * patch * model.grid.h / (4 * flat_radius(closed.surface)));
}

/// @param ratio of the viscosity inside of the surface over that outside @param width its least, at edges, um
AmongFluids among_fluids(const FlowModel& model, real ratio,
                         real width = std::numeric_limits<real>::infinity()) {
  const ViscosityBounds bounds = viscosity_bounds(model);
  const real thinner = model.fluid.viscosity * std::min(real{1}, ratio);
  if (!bounds.apart()) return {thinner};
  constexpr real depth = 2; // C_d of bdf2_steps.hpp, cells
  constexpr real of_thin_insides = 0.42;
  const bool thin_inside = ratio < 1;
  const real outer = model.fluid.viscosity, implicit = implicit_viscosity(bounds, TimeScheme::bdf2),
             at_turns = (12 * implicit - 9 * outer * (1 + ratio) / 2) / 7,
             along = thin_inside
                         ? of_thin_insides
                         : (0.62 - 0.035 * std::log(ratio) - 0.016 * std::max(real{0}, std::log(ratio / 8))) *
                               (1 - std::exp(-width / (depth * model.grid.h)));
  const auto times = [&](real p) {
    const real beside = outer * std::pow(ratio, p),
               at_swings = implicit > beside ? beside * beside / (3 * (implicit - beside)) : at_turns;
    return std::min(real{1}, std::min(at_turns, at_swings) / thinner);
  };
  return {thinner, times(along), times(thin_inside ? along : std::min(along, real{0.5}))};
}
AmongFluids among_fluids(const FlowModel& model, const ObjectKind& kind) {
  const real ratio = viscosity_ratio(kind);
  const auto* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (!closed) return among_fluids(model, ratio);
  AmongFluids found = among_fluids(model, ratio, width_at_edges(closed->surface));
  const PartsBetweenFluids flat = parts_of_flat(model, *closed, ratio);
  found.along = std::min(found.along, flat.along), found.across = std::min(found.across, flat.across);
  return found;
}

/// The largest rate, 1/us, of two surfaces that are pressed together: c m/mu of bdf2_steps.hpp.
real rate_of(const Film& film, const FlowModel& model, real viscosity) {
  real mobility = 0.05 * model.grid.h + 0.006 * film.range; // m
  if (model.kernel != DeltaKernel::cosine) {
    const real stiffest = 0.5 * film.range / model.grid.h; // gap, cells
    mobility *= film_response(model.kernel, stiffest) / film_response(DeltaKernel::cosine, stiffest);
  }
  return film.stiffness * mobility / viscosity;
}

/// @param pressed between surfaces, apart from the anchors @param times among_fluids
real step_limit(const Stiffness& stiffness, const Film& pressed, const FlowModel& model,
                const AmongFluids& times, std::optional<real> gap = {}) {
  const FluidProperties fluid = least_viscous(model);
  const real h = model.grid.h, mu = times.thinner,
             extra = implicit_viscosity(viscosity_bounds(model), TimeScheme::bdf2) / fluid.viscosity - 1; // y
  constexpr real of_bending = 15;
  for (const real number :
       {stiffness.modulus, stiffness.shear, stiffness.anchor, stiffness.bending, pressed.stiffness})
    if (!std::isfinite(number)) return 0;
  constexpr real beside_viscosity = 1.2; // of bdf2_steps.hpp
  const BdfKernelFactors kernel(model.kernel);
  const real most = stiffness.viscosity > 0 ? beside_viscosity : 1, near = surfaces_that_share(model, gap),
             near_of_shear = surfaces_that_share(model, gap, gap_of_shear);
  const real T = kernel.inertia * inertia * h * h * fluid.density / mu;
  const auto limit_of_ripples = [&](real pace) {
    const real least = pace > 1 || viscosity_bounds(model).apart() ? 1 : kernel.least_surfaces,
               share = most * std::max(least, near), share_of_shear = most * std::max(least, near_of_shear);
    const auto ripple_limit = [&](real relaxed) {
      const real along = share * kernel.along * (stiffness.modulus - relaxed) / (of_modulus * times.along),
                 across =
                     share_of_shear * kernel.shear * (stiffness.shear - relaxed) / (of_shear * times.across),
                 bends = share * kernel.bending * stiffness.bending / (of_bending * times.along),
                 film = rate_of(pressed, model, mu) / times.along,
                 // r
          rate = std::max(along, across) / (mu * h * pace) + bends / (mu * h * h * h) + film / explicit_most;
      return rate > 0 ? ripple_limit_of_bdf2(rate, T) : std::numeric_limits<real>::infinity();
    };
    constexpr real at_turns = 4; // D at z = -1
    real ripple = ripple_limit(0);
    if (stiffness.relaxing > 0) // comes nearer from below
      for (int i = 0; i < 30; ++i)
        ripple = ripple_limit(stiffness.relaxing / (1 + at_turns * stiffness.relaxation_time / ripple));
    return ripple;
  };
  real ripple = limit_of_ripples(1);
  if (stiffness.tension_is_relaxed && stiffness.modulus * h * fluid.density < swings_with_relaxed * mu * mu) {
    const real rate = flow_rate(model),
               longest =
                   limit_of_ripples(membranes_of(model) > 1 ? relaxed_times_among_others : relaxed_times);
    if (const real most = rate > 0 ? turn_of_relaxed / rate : longest; most > ripple)
      ripple = std::min(most, longest);
  }
  const real held = held_area(model);
  real anchored = anchored_step_limit(stiffness.anchor, fluid, held, extra);
  if (!model.has_walls()) anchored = beside_swing(anchored, stiffness.anchor, model.fluid, held);
  return 1 / (1 / ripple + 1 / anchored);
}

} // namespace

real bdf2_step_limit(const Stiffness& stiffness, const ObjectKind& kind, const FlowModel& model,
                     std::optional<real> gap, const Film& pressed) {
  return step_limit(stiffness, pressed, model, among_fluids(model, kind), gap);
}

real bdf2_step_limit(const Stiffness& stiffness, const FlowModel& model, std::optional<real> gap) {
  return step_limit(stiffness, {}, model, among_fluids(model, 1), gap);
}

real bdf2_step_limit_of_pairs(const Stiffness& of_pairs, const FlowModel& model) {
  return step_limit(without_film(of_pairs), of_pairs.film, model, {least_viscous(model).viscosity});
}

RippleResponse ripple_response(const ObjectKind& kind, const FlowModel& model) {
  const AmongFluids times = among_fluids(model, kind);
  const BdfKernelFactors kernel(model.kernel);
  const real h = model.grid.h, share = membranes_of(model) > 1 ? share_of_relaxed : 1,
             per_time = share * explicit_most / (times.thinner * h);
  return {.along = kernel.along * per_time / (of_modulus * times.along),
          .across = kernel.shear * per_time / (of_shear * times.across),
          .inertia_time = kernel.inertia * inertia * h * h * model.fluid.density / times.thinner};
}

ViscousResponse viscous_response(const ViscosityProperties& of, const FlowModel& model) {
  if (!model.is_bdf2() || of.model != ViscosityModel::kelvin_voigt) return {};
  constexpr real fitted = 6; // viscous_response.hpp
  const FluidProperties fluid = least_viscous(model);
  const real h = model.grid.h;
  const BdfKernelFactors kernel(model.kernel);
  return {.most =
              kernel.shear * surfaces_that_share(model, {}) * of.viscosity / (fitted * fluid.viscosity * h),
          .inertia_time = kernel.inertia * inertia * h * h * fluid.density / fluid.viscosity};
}

} // namespace ibsim

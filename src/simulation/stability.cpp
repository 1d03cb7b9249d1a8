#include "simulation/stability.hpp"

#include "mechanics/contact_law.hpp"
#include "simulation/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

real elastic_step_limit(const AnyLaw& law, const FluidProperties& fluid, real h) {
  return elastic_step_limit(stiffness_at_rest(law), fluid, h);
}

real elastic_step_limit(real modulus, const FluidProperties& fluid, real h) {
  constexpr real fitted = 4.1; // C of stability.hpp
  if (!(modulus > 0)) return std::numeric_limits<real>::infinity();
  return fitted * std::sqrt(fluid.density * h * h * h / modulus);
}

real elastic_step_limit(const Stiffness& stiffness, const FluidProperties& fluid, real h) {
  constexpr real fitted = 1.6; // C_b of stability.hpp
  if (!std::isfinite(stiffness.modulus) || !std::isfinite(stiffness.anchor) ||
      !std::isfinite(stiffness.bending))
    return 0;
  const real ripple = elastic_step_limit(stiffness.modulus, fluid, h);
  real others = 0; // the sum of the inverse squares of the other limits
  if (stiffness.anchor > 0) others += 0.75 * stiffness.anchor / (fluid.density * h);
  if (stiffness.bending > 0) others += stiffness.bending / (fitted * fitted * fluid.density * std::pow(h, 5));
  return others > 0 ? 1 / std::sqrt(1 / (ripple * ripple) + others) : ripple;
}

Stiffness stiffness_at_rest(const ObjectKind& kind) {
  Stiffness all{.modulus = stiffness_at_rest(kind.law), .bending = kind.bending.modulus};
  if (kind.viscosity.viscosity > 0) all.modulus += kind.viscosity.modulus;
  for (const TetherProperties& tethers : kind.tethers) all.anchor += tethers.stiffness;
  return all;
}

real elastic_limit_factor(SiteMotion motion) { return motion == SiteMotion::midpoint ? 1.7 : 1; }

real elastic_step_limit(const ObjectKind& kind, const Scenario& scenario) {
  Stiffness stiffness = stiffness_at_rest(kind);
  stiffness.anchor += contact_stiffness(scenario.contact, scenario.grid.h, scenario.has_walls());
  return elastic_limit_factor(scenario.motion) *
         elastic_step_limit(stiffness, scenario.fluid, scenario.grid.h);
}

real initial_speed(const Scenario& scenario) {
  const real shear = std::abs(scenario.shear_rate) * scenario.grid.lengths().y / 2;
  const real vortices = scenario.initial_flow == InitialFlow::taylor_green
                            ? std::sqrt(8.0 / 3) * scenario.taylor_green_speed
                            : 0; // see taylor_green.hpp
  return std::max({shear, vortices, driven_speed(scenario)});
}

real advective_step_limit(const Scenario& scenario) {
  return advective_step_limit(initial_speed(scenario), scenario.grid.h);
}

real advective_step_limit(real speed, real h) {
  if (!std::isfinite(speed)) return 0;
  return speed > 0 ? h / (2 * speed) : std::numeric_limits<real>::infinity();
}

} // namespace ibsim

#include "simulation/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

real elastic_step_limit(const Skalak& law, const FluidProperties& fluid, real h) {
  constexpr real layer_over_h = 2.1; // fitted, see stability.hpp
  const real modulus = 2 * (law.shear_modulus + law.area_modulus);
  if (!(modulus > 0)) return std::numeric_limits<real>::infinity();
  const real q2 = 4 / (h * h);
  const real omega2 = modulus * q2 / (fluid.density * layer_over_h * h);
  const real damping = fluid.viscosity / fluid.density * q2;
  // omega^2 k^2 - (2/3) nu q^2 k - 4/3 = 0
  const real b = damping / 3;
  return (b + std::sqrt(b * b + 4 * omega2 / 3)) / omega2;
}

real initial_speed(const Scenario& scenario) {
  const real shear = std::abs(scenario.shear_rate) * scenario.grid.lengths().y / 2;
  const real vortices = scenario.initial_flow == InitialFlow::taylor_green
                            ? std::sqrt(8.0 / 3) * scenario.taylor_green_speed
                            : 0; // see taylor_green.hpp
  return std::max(shear, vortices);
}

real advective_step_limit(const Scenario& scenario) {
  const real speed = initial_speed(scenario);
  return speed > 0 ? scenario.grid.h / (2 * speed) : std::numeric_limits<real>::infinity();
}

} // namespace ibsim

#include "simulation/stability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {

real elastic_step_limit(const Skalak& law, const FluidProperties& fluid, real h) {
  return elastic_step_limit(2 * (law.shear_modulus + law.area_modulus), fluid, h);
}

real elastic_step_limit(real modulus, const FluidProperties& fluid, real h) {
  constexpr real fitted = 4.1; // C of stability.hpp
  if (!(modulus > 0)) return std::numeric_limits<real>::infinity();
  return fitted * std::sqrt(fluid.density * h * h * h / modulus);
}

real initial_speed(const Scenario& scenario) {
  const real shear = std::abs(scenario.shear_rate) * scenario.grid.lengths().y / 2;
  const real vortices = scenario.initial_flow == InitialFlow::taylor_green
                            ? std::sqrt(8.0 / 3) * scenario.taylor_green_speed
                            : 0; // see taylor_green.hpp
  return std::max(shear, vortices);
}

real advective_step_limit(const Scenario& scenario) {
  return advective_step_limit(initial_speed(scenario), scenario.grid.h);
}

real advective_step_limit(real speed, real h) {
  return speed > 0 ? h / (2 * speed) : std::numeric_limits<real>::infinity();
}

} // namespace ibsim

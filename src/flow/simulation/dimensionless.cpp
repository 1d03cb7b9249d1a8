#include "simulation/dimensionless.hpp"

#include "fluid/taylor_green.hpp"
#include "simulation/driven_flow.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real flow_rate(const Scenario& scenario) {
  if (scenario.initial_flow == InitialFlow::taylor_green)
    return std::sqrt(real{3}) * taylor_green_wave_number(scenario.grid) * scenario.taylor_green_speed;
  return scenario.has_walls() || scenario.is_sheared() || scenario.has_tubes()
             ? driven_shear_rate(scenario)
             : std::abs(scenario.shear_rate);
}

real box_reynolds(const Scenario& scenario) {
  const Real3 box = scenario.grid.lengths();
  const real L = std::max({box.x, box.y, box.z});
  const real shear = scenario.is_sheared() ? flow_rate(scenario) : std::abs(scenario.shear_rate);
  return scenario.fluid.density * shear * L * L / scenario.fluid.viscosity;
}

DimensionlessNumbers dimensionless_numbers(const Scenario& scenario, const ObjectKind& kind) {
  const Real3& a = kind.surface.half_axes;
  const real R = std::max({a.x, a.y, kind.surface.shape == ReferenceShape::red_cell ? real{0} : a.z});
  const real area = area_and_volume(kind.surface).area, rate = flow_rate(scenario), h = scenario.grid.h;
  const FluidProperties& fluid = scenario.fluid;
  return {fluid.density * rate * R * R / fluid.viscosity,
          fluid.viscosity * rate * R / shear_modulus_at_rest(kind.law), std::sqrt(area / kind.data_sites) / h,
          std::sqrt(area / kind.sample_sites) / h};
}

} // namespace ibsim

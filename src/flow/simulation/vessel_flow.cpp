#include "simulation/vessel_flow.hpp"

#include "simulation/flow_model.hpp"
#include "simulation/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {

VesselFlow vessel_flow(const FlowModel& model) {
  constexpr real pi = std::numbers::pi;
  const Vessel& vessel = *model.vessel;
  const Drive& drive = model.drive;
  const real mu = model.fluid.viscosity, G = drive.pressure_gradient.bound(), depth = vessel.depth();
  const std::vector<real>& areas = vessel.sections(drive.direction);
  const real narrowest = *std::min_element(areas.begin(), areas.end());
  if (!(narrowest > 0) || !(depth > 0)) return {};
  VesselFlow flow;
  if (drive.flow_rate_is_given) {
    flow.flow_rate = drive.flow_rate.bound();
    flow.speed = 2 * flow.flow_rate / narrowest;
  } else {
    real resistance = 0; // per viscosity and length of a cell
    for (const real area : areas) resistance += 8 * pi / (area * area);
    flow.flow_rate = G * static_cast<real>(areas.size()) / (mu * resistance);
    flow.speed = std::min(2 * flow.flow_rate / narrowest, G * depth * depth / (2 * mu));
  }
  flow.shear_rate = 2 * flow.speed / std::min(depth, std::sqrt(narrowest / pi));
  return flow;
}

} // namespace ibsim

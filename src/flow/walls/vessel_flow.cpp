#include "walls/vessel_flow.hpp"

#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {

namespace {

constexpr real pi = std::numbers::pi;

/// The flow through the openings, one by one: 2 Q/A on the axis of each.
VesselFlow flow_through_openings(const FlowModel& model) {
  const Openings& openings = model.vessel->openings();
  const std::vector<OpeningZone>& zones = model.vessel->zones().of;
  VesselFlow flow;
  if (zones.size() != openings.all.size()) return flow;
  real most = 0, least = 0;  // of pressures
  real area = 0, length = 0; // of the widest opening, and of the block along it
  for (std::size_t i = 0; i < zones.size(); ++i) {
    const Opening& o = openings.all[i];
    if (zones[i].area > area) area = zones[i].area, length = openings.high[o.axis] - openings.low[o.axis];
    if (o.kind != OpeningKind::flow_rate) {
      const real p = o.value.bound();
      most = std::max(most, o.value.mean + std::abs(p - std::abs(o.value.mean)));
      least = std::min(least, o.value.mean - std::abs(p - std::abs(o.value.mean)));
      continue;
    }
    const real rate = o.value.bound(), speed = 2 * rate / zones[i].area;
    flow.flow_rate = std::max(flow.flow_rate, rate), flow.speed = std::max(flow.speed, speed);
    flow.shear_rate = std::max(flow.shear_rate, 2 * speed / zones[i].radius());
  }
  const real driving = most - least;
  if (driving > 0 && area > 0) { // as through a tube as long as the block
    const real rate = driving * area * area / (8 * pi * model.fluid.viscosity * length),
               speed = 2 * rate / area;
    flow.flow_rate = std::max(flow.flow_rate, rate), flow.speed = std::max(flow.speed, speed);
    flow.shear_rate = std::max(flow.shear_rate, 2 * speed / std::sqrt(area / pi));
  }
  return flow;
}

} // namespace

VesselFlow vessel_flow(const FlowModel& model) {
  if (model.vessel->has_openings()) return flow_through_openings(model);
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

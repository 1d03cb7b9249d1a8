#include "objects/gravity.hpp"

#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {

Real3 excess_weight(const FlowModel& model, const ObjectKind& kind) {
  const auto* const closed = std::get_if<ClosedSurface>(&kind.structure);
  if (!closed || !(closed->density > 0)) return {};
  return (closed->density - model.fluid.density) * model.gravity;
}

std::vector<real> volumes_at_start(const ObjectKind& kind) {
  const real at_rest = volume_at_rest(kind).value_or(0);
  std::vector<real> volumes;
  for (const Placement& placement : kind.placements)
    volumes.push_back(at_rest * placement.stretch.x * placement.stretch.y * placement.stretch.z);
  return volumes;
}

Real3 weight_of_all(const FlowModel& model) {
  Real3 all;
  for (const ObjectKind& kind : model.objects) {
    const Real3 weight = excess_weight(model, kind);
    if (!(norm(weight) > 0)) continue;
    for (const real volume : volumes_at_start(kind)) all += volume * weight;
  }
  return all;
}

bool weight_is_held(const FlowModel& model) {
  return model.has_walls() || model.has_vessel() ||
         std::any_of(model.objects.begin(), model.objects.end(),
                     [](const ObjectKind& kind) { return !kind.tethers.empty(); });
}

real settling_speed(const FlowModel& model, const ObjectKind& kind) {
  const real weight = norm(excess_weight(model, kind)), volume = volume_at_rest(kind).value_or(0);
  if (!(weight > 0) || !(volume > 0)) return 0;
  const real radius = std::cbrt(3 * volume / (4 * std::numbers::pi_v<real>));
  return 2 * weight * radius * radius / (9 * model.fluid.viscosity);
}

} // namespace ibsim

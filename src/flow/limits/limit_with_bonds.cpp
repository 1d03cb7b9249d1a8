#include "limits/limit_with_bonds.hpp"

#include "limits/stability.hpp"
#include "limits/stiffness_at_rest.hpp"
#include "mechanics/bond_rates.hpp"
#include "mechanics/receptors.hpp"
#include "model/flow_model.hpp"
#include "model/time_settings.hpp"
#include "objects/bond_walls.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>

namespace ibsim {

std::optional<LimitWithBonds> limit_with_bonds(const ObjectKind& kind, const FlowModel& model) {
  if (kind.adhesions.empty()) return {};
  const BondWalls walls = bond_walls(model);
  const real area = area_at_rest(kind) / 2;
  Stiffness all = stiffness_at_rest(kind);
  real bonds = 0;
  for (const AdhesionProperties& of : kind.adhesions) {
    const BondRates rates = bond_rates(of);
    const bool to_objects = of.walls == LigandWalls::objects; // their springs turn objects too, and hold two
    real held = rates.on(0) / (rates.on(0) + rates.off(0)) * of.receptors / 2;
    if (of.used_up) held = std::min(held, of.ligands * area);
    const BoundSites half{area, held, 0};
    const real rate = rate_of_springs(half, rates.stiffness, 1, walls, to_objects ? walls.gap : 0);
    all.anchor += anchor_of_rate(to_objects ? 2 * rate : rate, walls);
    bonds += held;
  }
  return LimitWithBonds{bonds, elastic_step_limit(all, kind, model)};
}

std::optional<real> step_with_bonds(const FlowModel& model, const TimeSettings& time) {
  std::optional<real> step;
  if (!time.automatic) return step;
  for (const ObjectKind& kind : model.objects)
    if (const std::optional<LimitWithBonds> of = limit_with_bonds(kind, model))
      step = std::min(step.value_or(time.step), time.safety * of->limit);
  return step;
}

} // namespace ibsim

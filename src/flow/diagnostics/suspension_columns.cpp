#include "diagnostics/suspension_columns.hpp"

#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "walls/wall.hpp"

#include <algorithm>

namespace ibsim {

bool has_closed_objects(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [](const ObjectKind& kind) { return has_inside(kind); });
}

SuspensionDiagnostics suspension_diagnostics(Simulation& simulation) {
  const FlowModel& model = simulation.model();
  const auto wall = wall_of(model);
  real volume = 0;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& objects = model.objects[kind];
    if (!has_inside(objects)) continue;
    const std::vector<StructureIntegrals>& integrals = simulation.integrals(kind);
    for (std::size_t o = 0; o < integrals.size(); ++o) {
      const Population& population = simulation.population();
      const std::int32_t like = population.changes() ? population.kinds[kind][o].like : -1;
      if (wall->has(objects.placements[like >= 0 ? static_cast<std::size_t>(like) : o].centre))
        volume += integrals[o].volume;
    }
  }
  return {volume / wall->volume()};
}

} // namespace ibsim

#include "diagnostics/suspension_columns.hpp"

#include "model/flow_model.hpp"
#include "objects/structure_properties.hpp"
#include "parallel/with_cuda.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ibsim {

bool has_closed_objects(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [](const ObjectKind& kind) { return has_inside(kind); });
}

real room_for_objects(const FlowModel& model) {
  const Real3 box = model.grid.lengths();
  if (model.has_vessel()) return model.vessel->volume_of_fluid();
  if (!model.has_tubes()) return box.x * box.y * box.z;
  real section = 0;
  for (const TubeSection& tube : inner_parts(model)) section += std::numbers::pi * tube.radius * tube.radius;
  return section * box.z;
}

bool is_in_room(const FlowModel& model, const Placement& placement) {
  if (!model.has_tubes()) return true;
  const Real3 box = model.grid.lengths();
  for (const TubeSection& tube : inner_parts(model))
    if (std::hypot(std::remainder(placement.centre.x - tube.x, box.x),
                   std::remainder(placement.centre.y - tube.y, box.y)) < tube.radius)
      return true;
  return false;
}

template <class B>
SuspensionDiagnostics suspension_diagnostics(Simulation<B>& simulation) {
  const FlowModel& model = simulation.model();
  real volume = 0;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind) {
    const ObjectKind& objects = model.objects[kind];
    if (!has_inside(objects)) continue;
    const std::vector<StructureIntegrals>& integrals = simulation.integrals(kind);
    for (std::size_t o = 0; o < integrals.size(); ++o) {
      const Population& population = simulation.population();
      const std::int32_t like = population.changes() ? population.kinds[kind][o].like : -1;
      if (is_in_room(model, objects.placements[like >= 0 ? static_cast<std::size_t>(like) : o]))
        volume += integrals[o].volume;
    }
  }
  return {volume / room_for_objects(model)};
}

template SuspensionDiagnostics suspension_diagnostics(Simulation<Cpu>&);
#if defined(IBSIM_WITH_CUDA)
template SuspensionDiagnostics suspension_diagnostics(Simulation<Cuda>&);
#endif

} // namespace ibsim

#include "simulation/bond_walls.hpp"

#include "simulation/driven_flow.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/inner_fluid.hpp"

#include <algorithm>

namespace ibsim {

BondWalls bond_walls(const FlowModel& model) {
  const auto [lower, upper] = wall_velocities(model, 0);
  return {.height = model.grid.lengths().y,
          .gap = model.has_contact() ? model.contact.range : 0,
          .lower = lower,
          .upper = upper,
          .density = model.fluid.density,
          .viscosity = viscosity_bounds(model).least,
          .cell = model.grid.h};
}

bool has_adhesion(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [](const ObjectKind& kind) { return !kind.adhesions.empty(); });
}

} // namespace ibsim

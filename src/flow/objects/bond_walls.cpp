#include "objects/bond_walls.hpp"

#include "model/flow_model.hpp"
#include "objects/viscosity_bounds.hpp"
#include "walls/driven_flow.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <string>

namespace ibsim {

BondWalls bond_walls(const FlowModel& model) {
  const auto [lower, upper] = wall_velocities(model, 0);
  BondTube tube;
  for (const TubeSection& of : inner_parts(model)) tube = {of.x, of.y, of.radius}; // there is one at most
  return {.height = model.grid.lengths().y,
          .gap = model.has_contact() ? model.contact.range : 0,
          .lower = lower,
          .upper = upper,
          .density = model.fluid.density,
          .viscosity = viscosity_bounds(model).least,
          .cell = model.grid.h,
          .width = model.grid.lengths().x,
          .tube = tube,
          .vessel = model.has_vessel() ? std::span<const real>(model.vessel->sampled().values)
                                       : std::span<const real>(),
          .cells = model.grid.n,
          .length = model.grid.lengths().z};
}

void check_bond_tubes(const FlowModel& model, std::vector<Finding>& findings) {
  const std::size_t tubes = model.has_vessel() ? 0 : inner_parts(model).size();
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    for (std::size_t i = 0; i < model.objects[k].adhesions.size(); ++i)
      if (const std::string key = "objects." + std::to_string(k) + ".adhesion." + std::to_string(i) + ".to";
          model.objects[k].adhesions[i].walls == LigandWalls::vessel) {
        if (!model.has_vessel()) findings.push_back({key, "needs a vessel (ibsim help vessel)"});
      } else if (model.objects[k].adhesions[i].walls == LigandWalls::tube && tubes != 1)
        findings.push_back(
            {key, tubes == 0 ? "needs a tube, as objects: [{shape: tube, radius: 10 um, at: [..]}, ..]"
                             : "needs one tube alone, and this scenario has " + std::to_string(tubes)});
}

bool has_adhesion(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [](const ObjectKind& kind) { return !kind.adhesions.empty(); });
}

} // namespace ibsim

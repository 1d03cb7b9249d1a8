#include "objects/bond_walls.hpp"

#include "mechanics/ligand_surface.hpp"
#include "model/flow_model.hpp"
#include "objects/viscosity_bounds.hpp"
#include "walls/driven_flow.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ibsim {

namespace {

bool binds_tubes(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(), [](const ObjectKind& kind) {
    return std::any_of(kind.adhesions.begin(), kind.adhesions.end(),
                       [](const AdhesionProperties& of) { return of.walls == LigandWalls::tube; });
  });
}

} // namespace

BondWalls bond_walls(const FlowModel& model) {
  const auto [lower, upper] = wall_velocities(model, 0);
  std::vector<BondTube> tubes;
  if (binds_tubes(model))
    for (const TubeSection& of : inner_parts(model)) tubes.push_back({of.x, of.y, of.radius});
  return {.height = model.grid.lengths().y,
          .gap = model.has_contact() ? model.contact.range : 0,
          .lower = lower,
          .upper = upper,
          .density = model.fluid.density,
          .viscosity = viscosity_bounds(model).least,
          .cell = model.grid.h,
          .width = model.grid.lengths().x,
          .tubes = std::move(tubes),
          .vessel = model.has_vessel() ? std::span<const real>(model.vessel->sampled().values)
                                       : std::span<const real>(),
          .cells = model.grid.n,
          .length = model.grid.lengths().z};
}

void check_bond_tubes(const FlowModel& model, std::vector<Finding>& findings) {
  std::vector<TubeSection> tubes;
  if (!model.has_vessel()) tubes = inner_parts(model);
  const bool are_alike = std::all_of(tubes.begin(), tubes.end(), [&](const TubeSection& tube) {
    return tube.radius == tubes.front().radius;
  });
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    for (std::size_t i = 0; i < model.objects[k].adhesions.size(); ++i)
      if (const std::string key = "objects." + std::to_string(k) + ".adhesion." + std::to_string(i) + ".to";
          model.objects[k].adhesions[i].walls == LigandWalls::vessel) {
        if (!model.has_vessel()) findings.push_back({key, "needs a vessel (ibsim help vessel)"});
      } else if (model.objects[k].adhesions[i].walls == LigandWalls::tube) {
        if (tubes.empty())
          findings.push_back({key, "needs a tube, as objects: [{shape: tube, radius: 10 um, at: [..]}, ..]"});
        else if (!are_alike || tubes.size() > LigandSurface::most_tubes)
          findings.push_back({key, "needs tubes of one radius, " + std::to_string(LigandSurface::most_tubes) +
                                       " at most, and this scenario has " + std::to_string(tubes.size()) +
                                       (are_alike ? "" : " of several radii")});
      }
}

bool has_adhesion(const FlowModel& model) {
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [](const ObjectKind& kind) { return !kind.adhesions.empty(); });
}

} // namespace ibsim

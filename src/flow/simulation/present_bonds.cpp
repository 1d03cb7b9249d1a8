#include "simulation/present_bonds.hpp"

#include "mechanics/ligands_of_walls.hpp"
#include "model/flow_model.hpp"
#include "objects/bond_objects.hpp"
#include "objects/bond_walls.hpp"
#include "step/make_state.hpp"

#include <cmath>
#include <optional>
#include <set>

namespace ibsim {

LigandSurface::Anchor BondMemory::anchor(std::size_t i) const {
  return {receptors[i], receptors[2 * all() + i], receptors[all() + i] < 0, heights.empty() ? 0 : heights[i]};
}

LigandSurface::Anchor BondMemory::broken_anchor(std::size_t i) const {
  return {broken[i], broken[2 * all() + i], std::signbit(broken[all() + i]),
          heights.empty() ? 0 : heights[all() + i]};
}

std::string prefix_of_bonds(std::size_t kind, std::size_t adhesion) {
  return name_of_kind(kind) + ".adhesion_" + std::to_string(adhesion + 1) + ".";
}

BondMemory bond_memory(const Simulation& simulation, std::size_t kind, std::size_t adhesion,
                       bool with_lives) {
  const FlowModel& model = simulation.model();
  const AdhesionProperties& of = model.objects[kind].adhesions[adhesion];
  const std::string prefix = prefix_of_bonds(kind, adhesion);
  const auto array = [&](const char* name) { return simulation.array_on_host(prefix + name); };
  BondMemory memory;
  memory.receptors = array("receptors");
  const BondWalls walls = bond_walls(model);
  if (has_third_number(of, walls))
    memory.heights = array(name_of_third_number(of.walls == LigandWalls::vessel));
  if (with_lives)
    memory.account = array("account"), memory.last = array("last"), memory.broken = array("broken");
  memory.is_to_objects = of.walls == LigandWalls::objects;
  if (memory.is_to_objects) {
    memory.partners = array("partners");
    if (with_lives)
      memory.formed_at = array("formed_at"), memory.broken_from = array("broken_from"),
      memory.broken_at = array("broken_at");
  }
  memory.n = static_cast<std::size_t>(of.receptors);
  memory.sites = static_cast<std::size_t>(model.objects[kind].sites().sample);
  if (!memory.is_to_objects) memory.ligands = ligand_surface(of, walls, nullptr);
  return memory;
}

std::vector<BoundPair> bound_pairs(const Simulation& simulation) {
  const FlowModel& model = simulation.model();
  std::set<BoundPair> pairs;
  for (std::size_t kind = 0; kind < model.objects.size(); ++kind)
    for (std::size_t a = 0; a < model.objects[kind].adhesions.size(); ++a) {
      const std::optional<std::size_t> others = ligand_kind(model, model.objects[kind].adhesions[a]);
      if (!others) continue;
      const BondMemory memory = bond_memory(simulation, kind, a, false);
      for (std::size_t i = 0; i < memory.all(); ++i)
        if (memory.is_bound(i))
          pairs.insert({kind, i / memory.n, *others, static_cast<std::size_t>(memory.partners[i])});
    }
  return {pairs.begin(), pairs.end()};
}

} // namespace ibsim

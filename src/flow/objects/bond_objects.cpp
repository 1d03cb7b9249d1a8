#include "objects/bond_objects.hpp"

#include "mechanics/object_bonds.hpp"
#include "model/flow_model.hpp"
#include "objects/pair_force_maker.hpp"
#include "objects/structure_properties.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Whether one kind has receptors for ligands of another.
bool binds(const ObjectKind& kind, const ObjectKind& ligands) {
  return std::any_of(kind.adhesions.begin(), kind.adhesions.end(), [&](const AdhesionProperties& of) {
    return of.walls == LigandWalls::objects && of.ligand_kind == ligands.name;
  });
}

/// A search of its own, each of whose points is a sample site.
template <class B>
std::unique_ptr<PairForce<B>> make_bond_force(const Stream<B>& stream, real range,
                                              const PairSurroundings<B>& around) {
  std::vector<ContactStructure> structures;
  for (std::size_t k = 0; k < around.kinds.size(); ++k)
    if (std::any_of(around.kinds.begin(), around.kinds.end(), [&](const ObjectKind* other) {
          return binds(*around.kinds[k], *other) || binds(*other, *around.kinds[k]);
        })) {
      structures.push_back(around.structures[k]);
      structures.back().at_start.clear();
    }
  return make_object_bond_force<B>(
      std::make_shared<NeighbourSearch<B>>(stream, around.grid, PairRanges(range, range, 0), structures));
}

} // namespace

std::optional<std::size_t> ligand_kind(const FlowModel& model, const AdhesionProperties& of) {
  if (of.walls != LigandWalls::objects) return {};
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    if (model.objects[k].name == of.ligand_kind) return k;
  return {};
}

bool binds_objects(const FlowModel& model, std::size_t kind) {
  const ObjectKind& of = model.objects[kind];
  return std::any_of(model.objects.begin(), model.objects.end(),
                     [&](const ObjectKind& other) { return binds(of, other) || binds(other, of); });
}

void check_bond_objects(const FlowModel& model, std::vector<Finding>& findings) {
  for (std::size_t k = 0; k < model.objects.size(); ++k)
    for (std::size_t i = 0; i < model.objects[k].adhesions.size(); ++i) {
      const AdhesionProperties& of = model.objects[k].adhesions[i];
      if (of.walls != LigandWalls::objects) continue;
      const std::string key = "objects." + std::to_string(k) + ".adhesion." + std::to_string(i) + ".to";
      const std::optional<std::size_t> found = ligand_kind(model, of);
      if (!found) {
        findings.push_back({key, "there are no objects named \"" + of.ligand_kind + "\""});
        continue;
      }
      const ObjectKind& ligands = model.objects[*found];
      if (!has_inside(ligands) && !std::holds_alternative<Sheet>(ligands.structure))
        findings.push_back({key, "\"" + ligands.name +
                                     "\" is neither a closed membrane nor a sheet; to: tube is for a tube"});
      else if (*found == k && ligands.placements.size() == 1 && !ligands.packing)
        findings.push_back({key, "there is one object named \"" + ligands.name +
                                     "\", and an object does not bind to itself"});
    }
}

std::optional<PairForceSpec> object_bond_force(const FlowModel& model) {
  PairForceSpec spec;
  spec.name = "adhesion";
  const real gap = model.has_contact() ? model.contact.range : 0;
  for (const ObjectKind& kind : model.objects)
    for (const AdhesionProperties& of : kind.adhesions)
      if (const std::optional<std::size_t> k = ligand_kind(model, of)) {
        const ObjectKind& ligands = model.objects[*k];
        const real beside = search_beside(area_at_rest(ligands) / ligands.sites().sample);
        spec.range = std::max(spec.range, std::hypot(gap + of.spring.reach, beside));
      }
  if (!(spec.range > 0)) return {};
  spec.acts_between = [](const ObjectKind& a, const ObjectKind& b) { return binds(a, b) || binds(b, a); };
  spec.make = pair_force_maker([range = spec.range](const auto& stream, const auto& around) {
    return make_bond_force(stream, range, around);
  });
  return spec;
}

} // namespace ibsim

// `objects.N.adhesion`: receptors of each object that bind to ligands on walls of the box, a tube, a vessel
// or other objects.
#include "base/error.hpp"
#include "base/text.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/region_key.hpp"
#include "mechanics/bond_presets.hpp"
#include "model/flow_model.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>

namespace ibsim {
namespace {

constexpr Dimension per_area{-2, 0, 0}, area_per_time{2, -1, 0};
constexpr long most_receptors = 10'000'000;

std::string names_of_presets() {
  std::string names;
  for (const BondPreset& preset : bond_presets()) names += (names.empty() ? "" : ", ") + preset.name;
  return names;
}

Key kinetics_key(BondKinetics& k, const std::string& bond) {
  const auto catches = [&k] { return k.model == BondKinetics::Model::catch_slip; };
  const auto is_dembo = [&k] { return k.model == BondKinetics::Model::dembo; };
  const std::string no_catch = "is of model: catch-slip";
  return key::map(
      "kinetics",
      {key::choice("model", k.model, {"bell", "catch-slip", "dembo"},
                   "Law by which a force changes the off-rate of a bond. bell: k0 exp(F x/kT). catch-slip: "
                   "kc exp(-F xc/kT) is added to it. dembo: k0 exp((sigma - sigma_t) s^2/(2 kT)) of the "
                   "stretch s of the spring."),
       key::quantity("off_rate", k.off_rate, dimension::rate,
                     "k0: off-rate of a bond without force, by the slip pathway.")
           .above(0)
           .needs("3.45 1/s", [&k] { return k.off_rate == 0; })
           .by_default("a preset's own"),
       key::quantity("length", k.length, dimension::length, "x: length by which a force eases the breaking.")
           .at_least(0)
           .needs(
               "0.014 nm",
               [&k, &bond, is_dembo] { return k.length == 0 && !is_dembo() && bond_preset(bond) == nullptr; })
           .by_default("a preset's own")
           .only_if([is_dembo] { return !is_dembo(); }, "is of the other models")
           .check([&k, is_dembo]() -> std::string {
             return k.length > 0 || is_dembo()
                        ? ""
                        : "must be given: this preset has none, since its source gives none";
           }),
       key::quantity("on_rate", k.on_rate, area_per_time,
                     "On-rate of a receptor at the wall, over the number of ligands on an area. Farther "
                     "away it is lower, by detailed balance.")
           .at_least(0)
           .needs("1e-4 um^2/s", [&k] { return k.on_rate == 0; })
           .by_default("a preset's own, if it has one"),
       key::quantity("catch_rate", k.catch_rate, dimension::rate,
                     "kc: off-rate of a bond without force by the catch pathway.")
           .above(0)
           .needs("10 1/s", [&k, catches] { return catches() && k.catch_rate == 0; })
           .by_default("a preset's own")
           .only_if(catches, no_catch),
       key::quantity("catch_length", k.catch_length, dimension::length,
                     "xc: length by which a force hinders the breaking by the catch pathway.")
           .above(0)
           .needs("0.5 nm", [&k, catches] { return catches() && k.catch_length == 0; })
           .by_default("a preset's own")
           .only_if(catches, no_catch),
       key::quantity("transition_stiffness", k.transition, dimension::tension,
                     "sigma_t: stiffness of the spring in the transition state. A smaller one than "
                     "spring.stiffness makes a slip bond, a larger one a catch bond.")
           .at_least(0)
           .needs("0.04 pN/nm", is_dembo)
           .only_if(is_dembo, "is of model: dembo")},
      "Rates at which bonds break and form.");
}

Key spring_key(BondSpring& spring) {
  return key::map(
      "spring",
      {key::quantity("stiffness", spring.stiffness, dimension::tension,
                     "Stiffness of one bond: its molecules and their anchors in the membrane.")
           .above(0),
       key::quantity("length", spring.length, dimension::length,
                     "Length at rest, beyond the gap that contact keeps. A shorter bond is slack.")
           .at_least(0),
       key::quantity("reach", spring.reach, dimension::length, "Longest distance at which a bond forms.")
           .above(0)
           .check([&spring]() -> std::string {
             return spring.reach > spring.length ? "" : "must be more than spring.length";
           })},
      "The spring of each bond.");
}

const std::vector<std::string> walls_with_ligands{"lower wall", "upper wall", "walls", "tube", "vessel"};

void read_ligands(AdhesionProperties& of, const Tree& tree, const std::string& path) {
  const auto named = [&] {
    return tree.kind == Tree::Kind::scalar
               ? std::find(walls_with_ligands.begin(), walls_with_ligands.end(), tree.text)
               : walls_with_ligands.end();
  }();
  of.ligand_kind.clear();
  if (named != walls_with_ligands.end()) {
    of.walls = static_cast<LigandWalls>(named - walls_with_ligands.begin());
    return;
  }
  const Tree* const objects = tree.kind == Tree::Kind::map ? tree.find("objects") : nullptr;
  if (!objects || tree.items.size() > 1 || tree.keys.size() > 1)
    fail_at(tree, path + ": expected one of lower wall, upper wall, walls, tube, vessel, or the name of a "
                         "kind of objects, as in {objects: red cell}");
  of.walls = LigandWalls::objects, of.ligand_kind = read_text(*objects, path + ".objects");
}

std::string ligands_yaml(const AdhesionProperties& of) {
  return of.walls == LigandWalls::objects ? "{objects: " + quoted_yaml(of.ligand_kind) + "}"
                                          : walls_with_ligands[static_cast<std::size_t>(of.walls)];
}

/// Part of the walls that has ligands.
Key within_key(AdhesionProperties& of, const Grid& grid) {
  Key within =
      region_key("within", of.within, grid,
                 "Part of the box whose walls have ligands. A bond in it holds until it breaks.")
          .only_if([&of] { return of.walls != LigandWalls::objects; }, "is of walls, tube and vessel");
  const Real3 width = of.within.high - of.within.low, box = grid.lengths();
  within.written_back = norm(width) > 0 && (width.x < box.x || width.y < box.y || width.z < box.z);
  return within;
}

Key adhesion_key(AdhesionProperties& of, const Grid& grid) {
  return key::map(
      "",
      {key::text("bond", of.bond,
                 "Name for tables. These names are presets with kinetics: " + names_of_presets() + ".")
           .afterwards([&of](const Tree*, const std::string&) {
             if (const BondPreset* const preset = bond_preset(of.bond)) of.kinetics = preset->kinetics;
           }),
       key::value(
           "to", "one of lower wall, upper wall, walls, tube, vessel, or {objects: NAME}",
           [&of](const Tree& tree, const std::string& path) { read_ligands(of, tree, path); },
           [&of] { return ligands_yaml(of); },
           "Place of the ligands: walls of the box at y = 0, at the top, or both; the inside of the tubes, "
           "up to four of one radius; the vessel; or the objects of a kind, closed membranes or sheets. It "
           "may be the same kind: no object binds to itself."),
       key::integer("receptors", of.receptors, 1, most_receptors,
                    "Number of receptors on each object, evenly over its sample sites.")
           .needs("25000"),
       key::quantity("ligands", of.ligands, per_area,
                     "Number of ligands per area of the wall or of the other objects.")
           .above(0)
           .needs("100 1/um^2"),
       within_key(of, grid),
       key::boolean("used_up", of.used_up,
                    "A bond uses up its ligand, so that the other receptors of its object find fewer "
                    "there. For flat walls.")
           .only_if(
               [&of] {
                 return of.walls == LigandWalls::lower || of.walls == LigandWalls::upper ||
                        of.walls == LigandWalls::both;
               },
               "is of to: lower wall, upper wall or walls"),
       kinetics_key(of.kinetics, of.bond), spring_key(of.spring),
       key::value(
           "temperature", "a temperature such as 37 degC or 310 K",
           [&of](const Tree& tree, const std::string& path) {
             of.temperature = read_temperature(tree, path);
           },
           [&of] { return shortest_decimals(of.temperature) + " degC"; }, "Temperature in the rates (kT)."),
       key::integer("seed", of.seed, 0, 2147483647,
                    "Seed of the random numbers. Another seed gives other events."),
       key::boolean(
           "events", of.events,
           "Writes bond_events.csv, with a row for each bond that forms or breaks, that comes with a "
           "released copy, or that is freed as its object leaves.")},
      "");
}

} // namespace

Keys adhesion_keys(ObjectKind& kind, const FlowModel& model) {
  Key list = key::list<AdhesionProperties>(
      "adhesion", "a map {bond: GPIb-vWF, receptors: 25000, ligands: 100 1/um^2, ..}, or a list of them",
      kind.adhesions, [&model](AdhesionProperties& of) { return adhesion_key(of, model.grid); },
      "Bonds of the objects to walls of the box, a tube, a vessel or other objects, which form and break at "
      "random.");
  list.one_without_list = true;
  return {list.by_default("none").check([&kind, &model]() -> std::string {
    if (std::all_of(kind.adhesions.begin(), kind.adhesions.end(), [](const AdhesionProperties& of) {
          return of.walls != LigandWalls::lower && of.walls != LigandWalls::upper &&
                 of.walls != LigandWalls::both;
        }))
      return ""; // check_bond_tubes and check_bond_objects look at these, once all objects are known
    if (!model.has_walls()) return "needs walls of the box, flow.ends_in_y: walls";
    const WallFlow walls = wall_flow(model);
    if (!walls.lower_x.constant() || !walls.lower_z.constant() || !walls.upper_x.constant() ||
        !walls.upper_z.constant())
      return "needs walls whose velocity is constant in time; a pressure gradient or a flow rate may change";
    return "";
  })};
}

} // namespace ibsim

// `objects`: kinds of objects, and where their objects are: for one of them by the keys of
// placement_keys.cpp, for several by the same keys in each entry of `placements`.
#include "base/error.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "flow_files/flow_keys.hpp"
#include "flow_files/structure_numbers.hpp"
#include "model/flow_model.hpp"
#include "objects/presets.hpp"
#include "objects/structure_properties.hpp"
#include "objects/suitable_sites.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

namespace ibsim {
namespace {

constexpr real least_part_of_cell = 1e-3;
constexpr real least_viscosity_ratio = 1e-3, most_viscosity_ratio = 1e3;
constexpr long least_sites = 50, most_data_sites = 20000, most_sample_sites = 200000;

/// `; is "placement" meant to be "placements"?`, where a key is nearly one of these.
std::string misspelt(const Tree& object, const std::vector<std::string>& meant) {
  for (const char* of_many :
       {"haematocrit", "number", "ratio", "seed", "file"}) // "hematocrit: 0.3" beside the shape
    for (const Tree& key : object.keys)
      if (nearest(key.text, {of_many}) == of_many)
        return "; \"" + key.text + "\" belongs there: placements: {" + of_many + ": ..}";
  for (const Tree& key : object.keys)
    if (const std::string near = nearest(key.text, meant); !near.empty())
      return "; is \"" + key.text + "\" meant to be \"" + near + "\"?";
  return "";
}

/// True of the ending of a mesh file's name, or the word for it, whether it is read or not.
bool is_mesh_file(const std::string& text) {
  const auto lower = [](std::string word) {
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
  };
  std::string ending = lower(std::filesystem::path(text).extension().string());
  if (ending.empty()) ending = "." + lower(text);
  for (const char* known : {".stl", ".ply", ".off", ".obj", ".vtk", ".vtp", ".vtu", ".msh"})
    if (ending == known) return true;
  return false;
}

/// Surfaces from mesh files are asked for in several ways; each gets the way in which they are read.
void explain_mesh_files(const Tree& object, const std::string& path) {
  if (object.kind != Tree::Kind::map) return;
  const Tree *shape = object.find("shape"), *stl = object.find("stl"), *file = object.find("file");
  const Tree* asks = stl;
  if (file && file->kind == Tree::Kind::scalar && is_mesh_file(file->text)) asks = file;
  if (shape && (shape->kind == Tree::Kind::map ||
                (shape->kind == Tree::Kind::scalar && (shape->text == "file" || is_mesh_file(shape->text)))))
    asks = shape;
  if (!asks) return;
  fail_at(*asks, path +
                     ": a surface from a mesh file is shape: mesh, with mesh: {file: cell.stl, unit: 1 um}; "
                     "STL, PLY and OFF files of a closed surface are read");
}

/// Where its objects are: one, or several.
void require_one_way_of_placing(const Tree& object, const std::string& path) {
  if (!object.find("placements")) {
    if (object.kind == Tree::Kind::map && !object.find("at"))
      fail_at(object, "missing key \"" + path + ".at\" (for one object) or \"" + path +
                          ".placements\" (for several)" + misspelt(object, {"at", "placements"}));
    return require_one_turn(object, path);
  }
  for (const char* key : {"at", "stretch", "rotate", "rotation", "axis"})
    if (const Tree* other = object.find(key))
      fail_at(*other, path + "." + key + ": with placements, give it in each of them");
}

std::string wrong_name(const std::string& name) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '-' || c == '_' || c == '.' ||
           (c & 0x80);
  };
  return std::all_of(name.begin(), name.end(), plain) && name.size() <= 100
             ? ""
             : "only letters, digits, spaces and - _ . make a name";
}

/// The preset of a capsule is a material, for any surface; the others are states of a red cell.
std::string wrong_preset(const StructureNumbers& numbers) {
  const CellPreset preset = numbers.preset;
  if (preset == CellPreset::none || preset == CellPreset::capsule) return "";
  if (preset == CellPreset::platelet)
    return numbers.shape == Shape::ellipsoid
               ? ""
               : "is the preset of an ellipsoid; give shape: platelet or ellipsoid";
  return numbers.shape == Shape::red_cell ? "" : "is the preset of a red cell; give shape: red cell";
}

/// Kinds with equal names cannot be told apart in the output.
void require_own_names(const Tree& list, const std::string& path, const std::vector<ObjectKind>& kinds) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (names.insert(kinds[i].name).second) continue;
    const Tree* name = list.items[i].find("name");
    fail_at(name ? *name : list.items[i], path + "." + std::to_string(i) + ": another entry is called \"" +
                                              kinds[i].name +
                                              "\", too; give this entry another name, or put both places "
                                              "into one entry, placements: [{at: ..}, {at: ..}]");
  }
}

/// The least half width of an object, um.
real least_half_width(const ClosedSurface& closed) {
  const Real3& axes = closed.surface.half_axes;
  return std::min({axes.x, axes.y, axes.z});
}
real least_half_width(const Tube& tube) { return tube.radius; }
real least_half_width(const Sheet& sheet) { return sheet.length; }
real least_half_width(const Tracer&) { return std::numeric_limits<real>::infinity(); }

void require_plain(const ObjectKind&, const ClosedSurface&, const Tree*, const std::string&) {}

/// A rigid wall goes straight through the box, is neither stretched nor pulled, and is held all over.
/// @param what "a tube lies along z"
void require_plain_wall(const ObjectKind& tube, const std::string& what, const Tree* given,
                        const std::string& path) {
  if (!given) return;
  const std::string name = what.substr(0, what.find(" lies"));
  if (const Tree* packed = given->find("placements"); packed && tube.packing)
    fail_at(*packed, path + ".placements: " + name + " is not packed; give its place");
  const auto refuse = [&](const Tree& at, const char* key) {
    if (const Tree* tree = at.find(key))
      fail_at(*tree, path + "." + key + ": " + what + ", as it is; only its place can be given");
  };
  for (std::size_t o = 0; o < tube.placements.size(); ++o) {
    const Tree* placements = given->find("placements");
    const Tree& at = !placements                            ? *given
                     : placements->kind == Tree::Kind::list ? placements->items[o]
                                                            : *placements;
    const Placement plain, &placed = tube.placements[o];
    if (norm(placed.stretch - plain.stretch) > 0) refuse(at, "stretch");
    for (int d = 0; d < 3; ++d)
      if (norm(placed.rotation[d] - plain.rotation[d]) > 0)
        refuse(at, "rotate"), refuse(at, "rotation"), refuse(at, "axis");
  }
  for (const char* key : {"pulls", "tweezers"})
    if (const Tree* tree = given->find(key))
      fail_at(*tree, path + "." + key + ": " + name + " is held in place and cannot be pulled");
  for (const TetherProperties& tethers : tube.tethers)
    if (!std::isinf(tethers.patch.diameter))
      fail_at(*given, path + ".tethers: " + name + " is held everywhere; leave out at and diameter");
}
void require_plain(const ObjectKind& kind, const Tube&, const Tree* given, const std::string& path) {
  require_plain_wall(kind, "a tube lies along z", given, path);
}
void require_plain(const ObjectKind& kind, const Sheet& sheet, const Tree* given, const std::string& path) {
  if (const Tree* scale = given && sheet.relief.map ? given->find("scale") : nullptr)
    fail_at(*scale, path + ".scale: a map of heights has the size of the box, and heights in relief.unit");
  require_plain_wall(kind, "a sheet lies across the box", given, path);
}

/// It has no shape of its own but that at the start.
void require_membrane_of_a_sheet(const StructureNumbers& numbers, const Tree* given,
                                 const std::string& path) {
  if (!given || !numbers.is_sheet() || !numbers.membrane_is_said) return;
  if (!numbers.closed.stress_free.is_initial() || numbers.closed.global_area_modulus > 0)
    fail_at(*given->find("membrane"), path + ".membrane: a sheet is free of stress at the start, without "
                                             "stress_free, and has no global_area_modulus");
}

/// A point has a place and nothing else.
void require_plain(const ObjectKind& kind, const Tracer&, const Tree* given, const std::string& path) {
  if (!given) return;
  for (const char* key : {"tethers", "pulls", "tweezers", "stretch", "rotate", "rotation", "axis"})
    if (const Tree* tree = given->find(key))
      fail_at(*tree, path + "." + key + ": a tracer is a point that moves with the fluid and has none");
  if (kind.packing && kind.packing->haematocrit > 0)
    fail_at(*given->find("placements"),
            path + ".placements.haematocrit: a tracer has no volume; give a number of them");
}

/// The word for published constants, which it fills in.
Key preset_key(const SharedNumbers& numbers, const FlowModel& model,
               const std::shared_ptr<Presets>& presets) {
  return key::choice(
             "preset", numbers->preset, cell_preset_names(),
             "Fills in membrane and viscosity_ratio by published constants at the temperature, if they are "
             "not given. healthy: a healthy red cell. stiffened: ten times its shear modulus. spherocyte: a "
             "nearly round cell. stomatocyte: a cup. platelet: a platelet. capsule: an ovalbumin capsule. "
             "docs/red_cell.md has the sources, and ibsim check prints the values.")
      .not_written()
      .by_default("healthy for a red cell without a membrane, platelet for a platelet, else none",
                  [numbers] {
                    numbers->preset = numbers->membrane_is_said           ? CellPreset::none
                                      : numbers->shape == Shape::red_cell ? CellPreset::healthy
                                      : numbers->is_called_platelet       ? CellPreset::platelet
                                                                          : CellPreset::none;
                  })
      .check([numbers] { return wrong_preset(*numbers); })
      .afterwards([numbers, &model, presets] {
        if (numbers->preset == CellPreset::none && !numbers->temperature_place.empty())
          throw InputError(numbers->temperature_place + ": has no meaning without a preset of these objects");
        apply_preset(numbers->preset, numbers->temperature, model.fluid.viscosity, numbers->closed);
        numbers->take_shape_of_surface();
        presets->cells.push_back({numbers->preset, numbers->temperature}); // kinds are read in their order
      });
}

/// Read before the preset.
Key temperature_key(const SharedNumbers& numbers, const std::shared_ptr<const Presets>& presets) {
  return key::value(
             "temperature", "a temperature such as 37 degC or 310 K",
             [numbers, presets](const Tree& tree, const std::string& path) {
               numbers->temperature = read_temperature(tree, path);
               numbers->temperature_place = tree.place() + path;
               if (presets->fluid != FluidPreset::none && numbers->temperature != presets->temperature)
                 fail_at(tree, path + ": the fluid's preset is at " +
                                   shortest_decimals(presets->temperature) +
                                   " degC; give fluid.temperature, which both use");
             },
             [numbers] { return shortest_decimals(numbers->temperature) + " degC"; },
             "Temperature of the preset of these objects, if the fluid has no preset.")
      .not_written()
      .by_default("fluid.temperature", [numbers, presets] { numbers->temperature = presets->temperature; });
}

Key object_key(ObjectKind& kind, const FlowModel& model, const std::filesystem::path& folder,
               const std::shared_ptr<Presets>& presets) {
  const Grid& grid = model.grid;
  // for one object without `placements`; of objects that wait to be packed the keys only read
  if (kind.placements.empty() && !kind.packing) kind.placements.emplace_back();
  const auto none = std::make_shared<Placement>();
  const auto numbers = std::make_shared<StructureNumbers>(kind);
  ClosedSurface& surface = numbers->closed;
  Keys keys{
      key::text("name", kind.name, "Name of this kind of object in the output; each kind has another name.")
          .by_default("the shape")
          .check([&kind] { return wrong_name(kind.name); })};
  const auto add = [&keys](const Keys& more) { keys.insert(keys.end(), more.begin(), more.end()); };
  const auto closed = [numbers] { return numbers->is_closed(); };
  add(surface_keys(numbers, folder));
  add(sheet_keys(numbers, folder));
  // when the shape is known, and before all that they fill in
  const std::string no_membrane = "a tube or a sheet is a rigid wall, a tracer a point, without a membrane";
  keys.insert(keys.begin() + 2, {temperature_key(numbers, presets).only_if(closed, no_membrane),
                                 preset_key(numbers, model, presets).only_if(closed, no_membrane)});
  Key membrane = membrane_key(surface, [numbers] { return numbers->preset != CellPreset::none; });
  membrane.only_if(
      [numbers] { return numbers->is_closed() || (numbers->is_sheet() && numbers->membrane_is_said); },
      no_membrane);
  keys.push_back(membrane);
  keys.push_back(key::number("viscosity_ratio", surface.viscosity_ratio,
                             "Viscosity inside over the viscosity outside (fluid.viscosity), lambda; 5 for a "
                             "red cell in plasma.")
                     .from_to(least_viscosity_ratio, most_viscosity_ratio)
                     .only_if(closed, "a tube, a sheet and a tracer contain no fluid of their own"));
  keys.push_back(density_key(numbers, model));
  add(outer_force_keys(kind));
  for (Key key : adhesion_keys(kind, model))
    keys.push_back(key.only_if(closed, "only closed objects have receptors"));
  keys.push_back(held_by_key(kind, numbers, model));
  add({key::integer("data_sites", surface.data_sites, least_sites, most_data_sites,
                    "Number of sites of an object that move with the fluid.")
           .by_default(
               "1.6 h apart, from 200 to 2000",
               [&surface, &grid] { surface.data_sites = suitable_sites(surface.surface, grid.h).data; })
           .only_if(closed, "sites of a tube are 1.25 h apart, of a sheet h; a tracer has one"),
       key::integer("sample_sites", surface.sample_sites, least_sites, most_sample_sites,
                    "Number of sites of an object at which forces act on the fluid.")
           .by_default("0.7 h apart (0.8 h with a composite kernel and coupling.membrane: resolved), from "
                       "400 to 40000, closer on thin ellipsoids, and no fewer than data_sites",
                       [&surface, &grid, &model] {
                         const int by_grid =
                             suitable_sites(surface.surface, grid.h, sample_spacing(model)).sample;
                         surface.sample_sites = std::max(by_grid, (surface.data_sites + 3) / 4 * 4);
                       })
           .only_if(closed, "sites of a tube are 1.25 h apart, of a sheet h; a tracer has one")});
  for (Key key : placement_keys(kind.placements.empty() ? *none : kind.placements.front())) {
    key.needed = false; // `placements` may stand instead
    if (key.name == "at") key.by_default("must be given, or placements");
    keys.push_back(key.not_written());
  }
  keys.push_back(
      key::list<Placement>("placements", "a list such as [{at: [8 um, 8 um, 8 um]}]", kind.placements,
                           placement_key,
                           "Places of several objects of this kind, instead of at. A list has maps with at, "
                           "stretch, rotate, axis or rotation. A map such as {haematocrit: 0.35} packs them "
                           "at random, or names the file of their places.")
          .at_least(1)
          .by_default("one object, at the place of at")
          .or_map(packing_key(kind),
                  [&kind] { return kind.packing.has_value() || is_written_as_table(kind); }));
  keys.push_back(capacity_key(kind));
  return key::map("", keys, "")
      .beforehand([&kind, numbers](const Tree* given, const std::string& path) {
        kind.packing.reset();
        if (!given) return;
        explain_mesh_files(*given, path);
        require_a_known_shape(*given, path);
        require_one_way_of_placing(*given, path);
        numbers->membrane_is_said = given->kind == Tree::Kind::map && given->find("membrane");
      })
      .afterwards([&kind, &grid, numbers, none, folder](const Tree* given, const std::string& path) {
        require_membrane_of_a_sheet(*numbers, given, path);
        numbers->give_to(kind);
        if (kind.name.empty())
          kind.name = numbers->preset == CellPreset::spherocyte    ? "spherocyte"
                      : numbers->preset == CellPreset::stomatocyte ? "stomatocyte"
                      : numbers->is_called_platelet                ? "platelet"
                                                                   : shape_name(kind);
        read_placements_of(kind, folder, given, path);
        const real least = std::visit(
            [&](const auto& structure) {
              require_plain(kind, structure, given, path);
              return least_half_width(structure);
            },
            kind.structure);
        fit_to_grid(kind, grid);
        if (given && !(least >= least_part_of_cell * grid.h))
          fail_at(*given, path + ": is smaller than a thousandth of the grid spacing");
      });
}

} // namespace

Key objects_key(FlowModel& model, const std::filesystem::path& folder,
                const std::shared_ptr<Presets>& presets) {
  return key::list<ObjectKind>(
             "objects", "a list, each entry starting with \"- shape:\"", model.objects,
             [&model, folder, presets](ObjectKind& kind) { return object_key(kind, model, folder, presets); },
             "Kinds of objects in the fluid, and their places.")
      .by_default("none")
      .afterwards([&model](const Tree* given, const std::string& path) {
        if (!given) return;
        require_own_names(*given, path, model.objects);
      });
}

} // namespace ibsim

// `fibres` and `velocity`: where directions come from, and how fast the front goes along them.
#include "activation_files/activation_keys.hpp"
#include "activation_files/mesh_file.hpp"
#include "base/error.hpp"
#include "schema/in_unit.hpp"

#include <algorithm>
#include <map>

namespace ibsim {
namespace {

/// The one source of directions that is given.
void choose_fibres(const Tree& tree, const std::string& path, FibreChoice& fibres) {
  if (tree.kind != Tree::Kind::map) return; // reading the map says so
  const std::pair<const char*, FibreChoice::Kind> kinds[] = {{"cells", FibreChoice::Kind::cells},
                                                             {"vertices", FibreChoice::Kind::vertices},
                                                             {"rule", FibreChoice::Kind::rule},
                                                             {"direction", FibreChoice::Kind::direction}};
  const char* which = nullptr;
  for (const auto& [name, kind] : kinds)
    if (const Tree* given = tree.find(name)) {
      if (which) fail_at(*given, path + ": has both " + which + " and " + name + "; one is enough");
      which = name, fibres.kind = kind;
    }
}

bool has_directions(const MeshChoice& mesh) {
  return mesh.kind == MeshChoice::Kind::carp && !carp_file(mesh.path, ".lon").empty();
}

/// Axes, one speed for all of them, or the cells' own.
void choose_velocity(const Tree& tree, const std::string& path, VelocityChoice& v) {
  if (tree.kind != Tree::Kind::map) return;
  const Tree *all = tree.find("all"), *cells = tree.find("cells");
  const char* which = cells ? "cells" : "all";
  if (all && cells) fail_at(*all, path + ".all: an array has the speeds");
  if (all || cells)
    for (const char* axis : {"along", "across", "normal"})
      if (const Tree* given = tree.find(axis)) fail_at(*given, path + "." + axis + ": excludes " + which);
  v.kind = cells ? VelocityChoice::Kind::cells : all ? VelocityChoice::Kind::all : VelocityChoice::Kind::axes;
}

void read_regions(const Tree& tree, const std::string& path, std::vector<Index>& regions) {
  if (tree.kind != Tree::Kind::list || tree.items.empty())
    fail_at(tree, path + ": expected a list of whole numbers, such as [1, 2]");
  regions.clear();
  for (const Tree& item : tree.items)
    regions.push_back(static_cast<Index>(read_integer(item, path, -(1L << 24), 1L << 24)));
}

Key velocity_item(VelocityChoice& v, const ActivationScenario& s) {
  using Kind = VelocityChoice::Kind;
  const auto is = [&v](Kind kind) { return [&v, kind] { return v.kind == kind; }; };
  const std::string other = "another kind of velocity is given";
  Key regions = key::value(
      "regions", "a list of whole numbers such as [1, 2]",
      [&v](const Tree& tree, const std::string& path) { read_regions(tree, path, v.regions); },
      [&v] {
        std::string text;
        for (const Index region : v.regions) text += (text.empty() ? "" : ", ") + std::to_string(region);
        return "[" + text + "]";
      },
      "Regions with this velocity.");
  regions.only_if([&v] { return v.kind != Kind::cells; }, "speeds of an array apply to all regions")
      .by_default("all regions that no other entry names");
  regions.written_back = !v.regions.empty();
  return key::map(
             "",
             {key::quantity("along", v.speeds.along, dimension::velocity, "Speed along the fibre.")
                  .at_least(0)
                  .needs("0.6 m/s", is(Kind::axes))
                  .only_if(is(Kind::axes), other),
              key::quantity("across", v.speeds.across, dimension::velocity,
                            "Speed in the sheet, across the fibre.")
                  .at_least(0)
                  .needs("0.4 m/s", is(Kind::axes))
                  .only_if(is(Kind::axes), other),
              key::quantity("normal", v.speeds.normal, dimension::velocity, "Speed normal to the sheet.")
                  .at_least(0)
                  .only_if(is(Kind::axes), other)
                  .by_default("as across", [&v] { v.speeds.normal = v.speeds.across; }),
              key::quantity("all", v.speeds.along, dimension::velocity,
                            "Speed in every direction, instead of along, across and normal.")
                  .at_least(0)
                  .only_if(is(Kind::all), other)
                  .by_default("none")
                  .afterwards([&v] {
                    if (v.kind == Kind::all) v.speeds.across = v.speeds.normal = v.speeds.along;
                  }),
              key::text("cells", v.cells,
                        "Name of the array of speeds of the tetrahedra, one or three numbers each, in m/s.")
                  .only_if([&v, &s] { return v.kind == Kind::cells && s.mesh.from_file(); },
                           "only a mesh from a file has arrays")
                  .by_default("none"),
              std::move(regions)},
             "A velocity. Tissue of speed 0 does not conduct, such as a bath, a scar or a valve.")
      .check([&v] {
        const Speeds& s = v.speeds;
        return v.kind == Kind::axes && (s.along == 0 || s.across == 0 || s.normal == 0) &&
                       (s.along > 0 || s.across > 0 || s.normal > 0)
                   ? "tissue conducts in all directions or in none: all speeds are zero, or none is"
                   : "";
      })
      .beforehand([&v](const Tree* given, const std::string& path) {
        if (given) choose_velocity(*given, path, v);
      });
}

/// Each tetrahedron has one velocity, and directions where it depends on them.
void check_velocities(const Tree& tree, const std::string& path, const ActivationScenario& s) {
  const auto everywhere = [](const VelocityChoice& v) { return v.regions.empty(); };
  const auto first = std::find_if(s.velocity.begin(), s.velocity.end(), everywhere);
  const auto place = [&](const VelocityChoice& v) {
    const auto i = static_cast<std::size_t>(&v - s.velocity.data());
    return std::pair<const Tree&, std::string>(tree.kind == Tree::Kind::list ? tree.items[i] : tree,
                                               path + "." + std::to_string(i));
  };
  if (first == s.velocity.end())
    fail_at(tree, path + ": none is without regions, for tetrahedra of no region that is named");
  if (const auto second = std::find_if(first + 1, s.velocity.end(), everywhere); second != s.velocity.end()) {
    const auto [at, name] = place(*second);
    fail_at(at, name + ": two velocities without regions; which one counts?");
  }
  std::map<Index, std::size_t> owner;
  for (std::size_t i = 0; i < s.velocity.size(); ++i)
    for (const Index region : s.velocity[i].regions)
      if (const auto [known, fresh] = owner.try_emplace(region, i); !fresh && known->second != i) {
        const auto [at, name] = place(s.velocity[i]);
        fail_at(at, name + ".regions: region " + std::to_string(region) + " has its velocity from " + path +
                        "." + std::to_string(known->second) + "; which one counts?");
      }
  if (std::none_of(s.velocity.begin(), s.velocity.end(), [](const VelocityChoice& v) {
        return v.kind == VelocityChoice::Kind::cells || v.speeds.conducts();
      }))
    fail_at(tree, path + ": no tissue conducts: all speeds are zero");
  if (!s.cell_speeds().empty() && s.velocity.size() > 1)
    fail_at(tree, path + ": an array of speeds excludes other velocities");
  const bool along_fibre = s.fibres.kind == FibreChoice::Kind::direction &&
                           !spans_sheet(s.fibres.direction, s.fibres.sheet_direction);
  if (s.cell_speeds().empty() && s.medium().needs_sheets() && along_fibre)
    fail_at(tree, path +
                      ": differs across the fibre and normal to the sheet, but fibres.sheet, [0, 1, 0] where "
                      "it is not given, is parallel to fibres.direction");
  if (s.cell_speeds().empty() && s.medium().needs_fibres() && s.fibres.kind == FibreChoice::Kind::none)
    fail_at(tree, path + ": depends on the direction, but there are no fibres; give their source (fibres:), "
                         "or one speed (all: 0.5 m/s)");
}

} // namespace

Key fibres_key(ActivationScenario& s, NamedFiles files) {
  FibreChoice& f = s.fibres;
  using Kind = FibreChoice::Kind;
  const auto is = [&f](Kind kind) { return [&f, kind] { return f.kind == kind; }; };
  Key sheets =
      key::text("sheets", f.sheet,
                "Name of the array of directions in the sheet, of tetrahedra or of vertices.")
          .only_if([is] { return is(Kind::cells)() || is(Kind::vertices)(); }, "goes with cells or vertices")
          .by_default("NAME.lon of openCARP; else none, which suffices if across and normal are the same");
  sheets.written_back = !f.sheet.empty();
  Key key = key::map(
      "fibres",
      {key::text("cells", f.fibre,
                 "Name of the array of fibre directions of the tetrahedra, three numbers each.")
           .only_if([&s, is] { return s.mesh.from_file() && is(Kind::cells)(); },
                    "only a mesh from a file has arrays")
           .by_default("none"),
       key::text("vertices", f.fibre,
                 "Name of the array of fibre directions of the vertices. A tetrahedron has the mean axis of "
                 "its four vertices.")
           .only_if([&s, is] { return s.mesh.from_file() && is(Kind::vertices)(); },
                    "only a mesh from a file has arrays")
           .by_default("none"),
       std::move(sheets),
       key::map("rule",
                {key::quantity("endo", f.rule.inner_angle, dimension::angle, "Angle at the inner surface.")
                     .by_default(in_unit(f.rule.inner_angle, dimension::angle, "deg")),
                 key::quantity("epi", f.rule.outer_angle, dimension::angle, "Angle at the outer surface.")
                     .by_default(in_unit(f.rule.outer_angle, dimension::angle, "deg"))},
                "Fibre angles from the circumference towards the base, linear through the wall of a built-in "
                "ventricle. Sheets point across the wall.")
           .only_if([&s, is] { return s.mesh.kind == MeshChoice::Kind::ventricle && is(Kind::rule)(); },
                    "only a built-in ventricle knows inside from outside; give fibres as cells: NAME"),
       key::vector("direction", f.direction, dimension::number,
                   "Direction of the fibres, the same everywhere.")
           .only_if(is(Kind::direction), "another source of fibres is given")
           .by_default("none")
           .check([&f] { return norm(f.direction) > 0 ? "" : "has no length"; }),
       key::vector("sheet", f.sheet_direction, dimension::number,
                   "Direction in the sheet, the same everywhere.")
           .only_if(is(Kind::direction), "goes with direction")
           .check([&f] {
             return !(norm(f.sheet_direction) > 0)                 ? "has no length"
                    : !spans_sheet(f.direction, f.sheet_direction) ? "is parallel to direction"
                                                                   : "";
           })},
      "Source of the fibre directions, one of cells, vertices, rule, direction. It is needed if speeds "
      "depend on them.");
  key.beforehand([&f](const Tree* given, const std::string& path) {
       if (given) choose_fibres(*given, path, f);
     })
      .check([&f] {
        return f.kind == Kind::none
                   ? "expected cells: NAME, vertices: NAME, rule: {endo: 60 deg, epi: -60 deg} or direction: "
                     "[1, 0, 0]"
                   : "";
      })
      .by_default("NAME.lon of openCARP, else none", [&s, &f, files] {
        if (files == NamedFiles::read && has_directions(s.mesh)) f.kind = Kind::cells, f.fibre = "fibre";
      });
  key.written_back = f.kind != Kind::none;
  return key;
}

Key velocity_key(ActivationScenario& s) {
  Key key = key::list<VelocityChoice>(
      "velocity", "a map such as {along: 0.6 m/s, across: 0.4 m/s, normal: 0.2 m/s}, or a list of them",
      s.velocity, [&s](VelocityChoice& v) { return velocity_item(v, s); },
      "Speed of the front. With several entries, all but one name their regions.");
  key.one_without_list = true;
  key.low = 1;
  key.needs("{along: 0.6 m/s, across: 0.4 m/s, normal: 0.2 m/s}")
      .afterwards([&s](const Tree* given, const std::string& path) {
        if (given) check_velocities(*given, path, s);
      });
  return key;
}

} // namespace ibsim

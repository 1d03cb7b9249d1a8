// `mesh`: from a file, or built in.
#include "activation_files/activation_keys.hpp"
#include "activation_files/mesh_file.hpp"
#include "base/error.hpp"
#include "files/file_bytes.hpp"
#include "schema/in_unit.hpp"

#include <cmath>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

using Kind = MeshChoice::Kind;

/// The one mesh that is given.
void choose_mesh(const Tree& tree, const std::string& path, MeshChoice& mesh) {
  if (tree.kind != Tree::Kind::map) return; // reading the map says so
  const std::pair<const char*, Kind> kinds[] = {{"file", Kind::file},
                                                {"carp", Kind::carp},
                                                {"box", Kind::box},
                                                {"ball", Kind::ball},
                                                {"ventricle", Kind::ventricle}};
  const char* which = nullptr;
  for (const auto& [name, kind] : kinds)
    if (const Tree* given = tree.find(name)) {
      if (which) fail_at(*given, path + ": has both " + which + " and " + name + "; one mesh is enough");
      which = name, mesh.kind = kind;
    }
}

Key file_key(MeshChoice& mesh, const fs::path& folder, NamedFiles files) {
  const auto file = [&mesh] { return mesh.kind == Kind::file; };
  return path_key("file", mesh.path, folder, "the path of a .vtu file",
                  "Tetrahedra of a VTU file, with any encoding, pieces and compressor of VTK. A quadratic "
                  "tetrahedron is read as eight; lines and surfaces are left out.")
      .by_default("none")
      .only_if(file, "another mesh is given")
      .afterwards([&mesh, files, file](const Tree* given, const std::string& path) {
        if (!given || !file()) return;
        if (mesh.path.extension() != ".vtu")
          fail_at(*given, path +
                              ": expected a .vtu file. openCARP's meshes are named by mesh.carp; of others, "
                              "such as Gmsh's .msh or legacy .vtk, meshio makes one: pip install meshio; "
                              "meshio convert " +
                              mesh.path.filename().string() + " " + mesh.path.stem().string() + ".vtu");
        if (files == NamedFiles::read && !fs::exists(mesh.path))
          fail_at(*given, path + ": there is no " + mesh.path.string());
      });
}

Key carp_key(MeshChoice& mesh, const fs::path& folder, NamedFiles files) {
  const auto carp = [&mesh] { return mesh.kind == Kind::carp; };
  return path_key("carp", mesh.path, folder, "the path of openCARP's files without their ending",
                  "Tetrahedra of NAME.pts and NAME.elem, with fibres of NAME.lon if it exists. The binary "
                  "NAME.bpts, .belem and .blon replace files that are missing.")
      .by_default("none")
      .only_if(carp, "another mesh is given")
      .afterwards([&mesh, files, carp](const Tree* given, const std::string& path) {
        if (given && carp() && files == NamedFiles::read && carp_file(mesh.path, ".pts").empty())
          fail_at(*given, path + ": there is no " + mesh.path.string() + ".pts");
      });
}

Key unit_key(MeshChoice& mesh) {
  return key::value(
             "unit", "a unit of length such as mm, or a length such as \"2.5 mm\"",
             [&mesh](const Tree& tree, const std::string& path) {
               const std::string unit = read_text(tree, path);
               const bool has_number = unit.find_first_of("0123456789.-+") == 0;
               try {
                 mesh.unit = parse_quantity(has_number ? unit : "1 " + unit, dimension::length);
               } catch (const InputError& e) {
                 fail_at(tree, path + ": " + e.what());
               }
               if (!(mesh.unit >= 1e-6 && mesh.unit <= 1e9))
                 fail_at(tree, path + ": must be from 1 pm to 1 km, got " + shown(tree));
             },
             [&mesh] { return "\"" + format_quantity(mesh.unit, dimension::length) + "\""; },
             "Length of 1 in the file, which VTU files do not contain.")
      .only_if([&mesh] { return mesh.from_file(); }, "only a mesh from a file has it")
      .needs("mm", [&mesh] { return mesh.kind == Kind::file; })
      .by_default("um for openCARP; must be given for a VTU file", [&mesh] { mesh.unit = 1; });
}

Key box_key(MeshChoice& mesh) {
  const auto box = [&mesh] { return mesh.kind == Kind::box; };
  Key jiggle =
      key::number("jiggle", mesh.box.jiggle, "Largest random shift of inner vertices, as a part of an edge.")
          .at_least(0);
  jiggle.high = std::nextafter(0.2, 0.0), jiggle.range = "from 0 to less than 0.2";
  return key::map(
             "box",
             {key::vector("size", mesh.box.size, dimension::length, "Corner of the box opposite the origin.")
                  .above(0)
                  .needs("[10 mm, 10 mm, 10 mm]", box),
              key::quantity("edge", mesh.box.edge, dimension::length,
                            "Greatest length of edges along the axes.")
                  .above(0)
                  .needs("1 mm", box),
              std::move(jiggle),
              key::value(
                  "seed", "a whole number",
                  [&mesh](const Tree& tree, const std::string& path) {
                    mesh.box.seed = static_cast<std::uint64_t>(read_integer(tree, path, 0, 1L << 40));
                  },
                  [&mesh] { return std::to_string(mesh.box.seed); }, "Seed of the random shifts.")},
             "A box of cubes, each of six tetrahedra.")
      .only_if(box, "another mesh is given");
}

Key ball_key(MeshChoice& mesh) {
  const auto ball = [&mesh] { return mesh.kind == Kind::ball; };
  return key::map("ball",
                  {key::quantity("radius", mesh.ball.radius, dimension::length, "Radius of the ball.")
                       .above(0)
                       .needs("10 mm", ball),
                   key::quantity("edge", mesh.ball.edge, dimension::length, "Approximate length of edges.")
                       .above(0)
                       .needs("1 mm", ball)},
                  "A ball around the origin.")
      .only_if(ball, "another mesh is given");
}

Key ventricle_key(MeshChoice& mesh) {
  Ventricle& v = mesh.ventricle;
  const auto ventricle = [&mesh] { return mesh.kind == Kind::ventricle; };
  const auto count = std::make_shared<real>(0);
  const auto extent = [](const char* name, real& field, const char* help) {
    return key::quantity(name, field, dimension::length, help)
        .above(0)
        .by_default(in_unit(field, dimension::length, "mm"));
  };
  return key::map(
             "ventricle",
             {extent("edge", v.edge, "Approximate length of edges.")
                  .by_default("must be given, or tetrahedra"),
              key::number("tetrahedra", *count,
                          "Approximate number of tetrahedra, instead of edge. The run's scenario.yaml "
                          "contains the edge.")
                  .from_to(1, 1e9)
                  .by_default("follows from edge")
                  .not_written(),
              extent("inner_radius", v.inner_radius, "Semi-axis of the inner surface, across the axis."),
              extent("inner_length", v.inner_length, "Length from the centre to the inner tip, along z."),
              extent("outer_radius", v.outer_radius, "Semi-axis of the outer surface, across the axis."),
              extent("outer_length", v.outer_length, "Length from the centre to the outer tip."),
              key::quantity("base", v.base, dimension::length, "Height of the rim.")
                  .by_default(in_unit(v.base, dimension::length, "mm"))},
             "Wall between two half ellipsoids about the z axis, with the tip at -z. The default is a left "
             "ventricle of 107 cm^3.")
      .only_if(ventricle, "another mesh is given")
      .beforehand([](const Tree* given, const std::string& path) {
        if (given && given->kind == Tree::Kind::map && !given->find("edge") == !given->find("tetrahedra"))
          fail_at(*given, path + ": needs either edge: 1 mm or tetrahedra: 1e6");
      })
      .check([&v] {
        return !(v.outer_radius > v.inner_radius && v.outer_length > v.inner_length)
                   ? "the outer ellipsoid must be larger than the inner one in both semi-axes"
               : !(v.base > -v.inner_length && v.base < v.inner_length)
                   ? "base must be between the tips of the inner ellipsoid"
                   : "";
      })
      .afterwards([&v, count] {
        if (*count > 0) v.edge = edge_for(v, *count);
      });
}

} // namespace

Key mesh_key(MeshChoice& mesh, const fs::path& folder, NamedFiles files) {
  Key regions = key::text("regions", mesh.region,
                          "Name of the array of whole numbers with the region of each tetrahedron.")
                    .only_if([&mesh] { return mesh.from_file(); }, "only a mesh from a file has it")
                    .by_default("region, elemTag, tag or gmsh:physical, where the file has one");
  regions.written_back = !mesh.region.empty();
  return key::map("mesh",
                  {file_key(mesh, folder, files), carp_key(mesh, folder, files), box_key(mesh),
                   ball_key(mesh), ventricle_key(mesh), unit_key(mesh), std::move(regions),
                   key::one_of(
                       "orientation", [&mesh] { return mesh.any_orientation ? 1 : 0; },
                       [&mesh](std::size_t i) { mesh.any_orientation = i == 1; }, {"consistent", "any"},
                       "consistent: a tetrahedron oriented against the majority is an error. Times do not "
                       "depend on it."),
                   key::one_of(
                       "coincident", [&mesh] { return mesh.keep_coincident ? 1 : 0; },
                       [&mesh](std::size_t i) { mesh.keep_coincident = i == 1; }, {"joined", "kept"},
                       "joined: vertices at one place become one, and the front crosses between parts of a "
                       "file. kept: they bound a slit that the front does not cross.")
                       .only_if([&mesh] { return mesh.from_file(); }, "only a mesh from a file has it"),
                   key::one_of(
                       "unreached", [&mesh] { return mesh.allow_unreached ? 1 : 0; },
                       [&mesh](std::size_t i) { mesh.allow_unreached = i == 1; }, {"refused", "allowed"},
                       "refused: parts without a stimulus, and vertices without a tetrahedron, are an error. "
                       "allowed: their times are -1.")},
                  "The tissue, one of file, carp, box, ball, ventricle.")
      .beforehand([&mesh](const Tree* given, const std::string& path) {
        if (given) choose_mesh(*given, path, mesh);
      })
      .check([&mesh] {
        return mesh.kind == Kind::none
                   ? "expected one of file, carp, box, ball, ventricle, such as ventricle: {edge: 1 mm}"
                   : "";
      })
      .needs("{ventricle: {edge: 1 mm}}");
}

} // namespace ibsim

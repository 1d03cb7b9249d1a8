// The schema of `kind: activation` (stimuli and cases: see read_stimuli.cpp). Every dimensional value has its
// unit.
//
//   kind: activation
//   title: text
//   mesh:  {file: heart.vtu, unit: mm, regions: region}   VTU; regions: the cells' array of whole numbers
//          {carp: heart, unit: um}                        heart.pts, heart.elem, heart.lon
//          {box: {size: [10 mm, 10 mm, 10 mm], edge: 1 mm, jiggle: 0}}
//          {ball: {radius: 10 mm, edge: 1 mm}}
//          {ventricle: {edge: 1 mm}}       or {tetrahedra: 1e6}; inner_radius: 20 mm, inner_length: 55 mm,
//                                          outer_radius: 30 mm, outer_length: 65 mm, base: 20 mm
//          each with orientation: consistent | any, unreached: refused | allowed
//   fibres: {cells: fibre, sheets: sheet}                 the cells' arrays
//          {rule: {endo: 60 deg, epi: -60 deg}}           of a built-in ventricle
//          {direction: [1, 0, 0], sheet: [0, 1, 0]}
//   velocity: {along: 0.6 m/s, across: 0.4 m/s, normal: 0.2 m/s, regions: [1, 2]}
//          or {all: 2 m/s}; or a list of such, later ones for their regions;
//          {cells: NAME}: the cells' array, 1 or 3 numbers in m/s
//   points: [{name: apex, at: [0 mm, 0 mm, -60 mm]}]      local activation times
//   solve: {schedule: window | naive | list | sweeping | shared | scan | domains 1 | domains 2,
//           storage: 6 numbers | 18 numbers | coordinates, precision: double | single, window: 4, domains: 0,
//           tolerance: 0}
//   output: {folder: results/NAME, formats: [vtkhdf, vtu, dat, igb]}
//   device: {backend: auto | cpu | cuda, threads: 0}
#include "io/read_activation.hpp"

#include "base/error.hpp"
#include "io/scenario_file.hpp"

#include <algorithm>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

Fields nested(const Fields& fields, const char* key, std::vector<std::string> allowed) {
  return Fields(*fields.find(key), fields.path(key), std::move(allowed));
}

real positive_or(const Fields& fields, const char* key, Dimension dimension, real otherwise) {
  const Tree* t = fields.find(key);
  return t ? read_positive(*t, fields.path(key), dimension) : otherwise;
}

MeshFiles read_mesh_files(const Fields& mesh, bool carp, const fs::path& folder) {
  MeshFiles files;
  files.format = carp ? MeshFiles::Format::carp : MeshFiles::Format::vtu;
  const char* key = carp ? "carp" : "file";
  const Tree& name = *mesh.find(key);
  files.path = folder / read_text(name, mesh.path(key));
  if (!carp && files.path.extension() != ".vtu")
    fail_at(name, "mesh.file: expected a .vtu file (openCARP's meshes are named by mesh.carp)");
  if (!fs::exists(carp ? files.path.string() + ".pts" : files.path.string()))
    fail_at(name, mesh.path(key) + ": there is no " + files.path.string() + (carp ? ".pts" : ""));
  files.unit = carp ? 1.0 : 1e3;
  if (const Tree* t = mesh.find("unit")) {
    try {
      const std::string unit = read_text(*t, "mesh.unit"); // "mm", or "2.5 mm"
      const bool has_number = unit.find_first_of("0123456789.") == 0;
      files.unit = parse_quantity(has_number ? unit : "1 " + unit, dimension::length);
    } catch (const InputError& e) {
      fail_at(*t, std::string("mesh.unit: ") + e.what());
    }
  } else if (!carp)
    fail_at(mesh.tree(), "missing key \"mesh.unit\", such as unit: mm (VTU files do not say their unit)");
  if (const Tree* t = mesh.find("regions")) files.region = read_text(*t, "mesh.regions");
  return files;
}

Ventricle read_ventricle(const Fields& mesh) {
  const Fields f =
      nested(mesh, "ventricle",
             {"edge", "tetrahedra", "inner_radius", "inner_length", "outer_radius", "outer_length", "base"});
  Ventricle v;
  v.inner_radius = positive_or(f, "inner_radius", dimension::length, v.inner_radius);
  v.inner_length = positive_or(f, "inner_length", dimension::length, v.inner_length);
  v.outer_radius = positive_or(f, "outer_radius", dimension::length, v.outer_radius);
  v.outer_length = positive_or(f, "outer_length", dimension::length, v.outer_length);
  if (const Tree* t = f.find("base")) v.base = read_quantity(*t, f.path("base"), dimension::length);
  if (!(v.outer_radius > v.inner_radius && v.outer_length > v.inner_length))
    fail_at(f.tree(),
            "mesh.ventricle: the outer ellipsoid must be larger than the inner one in both semi-axes");
  if (!(v.base > -v.inner_length && v.base < v.inner_length))
    fail_at(f.tree(), "mesh.ventricle.base: must be between the tips of the inner ellipsoid");
  const Tree *edge = f.find("edge"), *count = f.find("tetrahedra");
  if (!edge == !count) fail_at(f.tree(), "mesh.ventricle: needs either edge: 1 mm or tetrahedra: 1e6");
  if (edge)
    v.edge = read_positive(*edge, f.path("edge"), dimension::length);
  else
    v.edge = edge_for(v, read_positive(*count, f.path("tetrahedra"), dimension::number));
  return v;
}

BoxMesh read_box(const Fields& mesh) {
  const Fields f = nested(mesh, "box", {"size", "edge", "jiggle", "seed"});
  BoxMesh box;
  const Tree& size = f.need("size", "[10 mm, 10 mm, 10 mm]");
  box.size = read_vector(size, f.path("size"), dimension::length);
  if (!(box.size.x > 0 && box.size.y > 0 && box.size.z > 0))
    fail_at(size, "mesh.box.size: must be greater than zero");
  box.edge = read_positive(f.need("edge", "1 mm"), f.path("edge"), dimension::length);
  if (const Tree* t = f.find("jiggle")) {
    box.jiggle = read_number(*t, f.path("jiggle"));
    if (!(box.jiggle >= 0 && box.jiggle < 0.2))
      fail_at(*t, "mesh.box.jiggle: must be from 0 to less than 0.2");
  }
  if (const Tree* t = f.find("seed"))
    box.seed = static_cast<std::uint64_t>(read_integer(*t, f.path("seed"), 0, 1L << 40));
  return box;
}

void read_mesh(const Tree& tree, const fs::path& folder, ActivationScenario& s) {
  const Fields mesh(
      tree, "mesh",
      {"file", "carp", "box", "ball", "ventricle", "unit", "regions", "orientation", "unreached"});
  const char* which = nullptr;
  for (const char* key : {"file", "carp", "box", "ball", "ventricle"})
    if (const Tree* t = mesh.find(key)) {
      if (which) fail_at(*t, std::string("mesh: has both ") + which + " and " + key + "; one mesh is enough");
      which = key;
    }
  if (!which)
    fail_at(tree, "mesh: expected one of file, carp, box, ball, ventricle, such as ventricle: {edge: 1 mm}");
  const std::string kind = which;
  const bool from_file = kind == "file" || kind == "carp";
  for (const char* key : {"unit", "regions"})
    if (const Tree* t = mesh.find(key); t && !from_file)
      fail_at(*t, std::string("mesh.") + key + ": only a mesh from a file has it");
  if (from_file) s.mesh = read_mesh_files(mesh, kind == "carp", folder);
  if (kind == "box") s.mesh = read_box(mesh);
  if (kind == "ventricle") s.mesh = read_ventricle(mesh);
  if (kind == "ball") {
    const Fields f = nested(mesh, "ball", {"radius", "edge"});
    s.mesh = BallMesh{read_positive(f.need("radius", "10 mm"), f.path("radius"), dimension::length),
                      read_positive(f.need("edge", "1 mm"), f.path("edge"), dimension::length)};
  }
  if (const Tree* t = mesh.find("orientation"))
    s.any_orientation = read_choice(*t, "mesh.orientation", {"consistent", "any"}) == 1;
  if (const Tree* t = mesh.find("unreached"))
    s.allow_unreached = read_choice(*t, "mesh.unreached", {"refused", "allowed"}) == 1;
}

void read_fibres(const Tree* tree, ActivationScenario& s) {
  if (!tree) {
    if (const auto* files = std::get_if<MeshFiles>(&s.mesh);
        files && files->format == MeshFiles::Format::carp && fs::exists(files->path.string() + ".lon"))
      s.fibres = {FibreChoice::Kind::cells, "fibre", "sheet", {}, {1, 0, 0}, {0, 1, 0}};
    return;
  }
  const Fields f(*tree, "fibres", {"cells", "sheets", "rule", "direction", "sheet"});
  if (const Tree* t = f.find("cells")) {
    if (!std::holds_alternative<MeshFiles>(s.mesh))
      fail_at(*t, "fibres.cells: only a mesh from a file has arrays");
    s.fibres.kind = FibreChoice::Kind::cells;
    s.fibres.fibre = read_text(*t, "fibres.cells");
    if (const Tree* sheets = f.find("sheets")) s.fibres.sheet = read_text(*sheets, "fibres.sheets");
  } else if (const Tree* rule = f.find("rule")) {
    if (!std::holds_alternative<Ventricle>(s.mesh))
      fail_at(*rule,
              "fibres.rule: only a built-in ventricle knows inside from outside; give fibres as cells: NAME");
    s.fibres.kind = FibreChoice::Kind::rule;
    const Fields r(*rule, "fibres.rule", {"endo", "epi"});
    if (const Tree* a = r.find("endo"))
      s.fibres.rule.inner_angle = read_quantity(*a, "fibres.rule.endo", dimension::angle);
    if (const Tree* a = r.find("epi"))
      s.fibres.rule.outer_angle = read_quantity(*a, "fibres.rule.epi", dimension::angle);
  } else if (const Tree* direction = f.find("direction")) {
    s.fibres.kind = FibreChoice::Kind::direction;
    s.fibres.direction = read_vector(*direction, "fibres.direction", dimension::number);
    if (!(norm(s.fibres.direction) > 0)) fail_at(*direction, "fibres.direction: has no length");
    if (const Tree* t = f.find("sheet"))
      s.fibres.sheet_direction = read_vector(*t, "fibres.sheet", dimension::number);
  } else
    fail_at(*tree,
            "fibres: expected cells: NAME, rule: {endo: 60 deg, epi: -60 deg} or direction: [1, 0, 0]");
}

void read_velocity(const Tree& tree, ActivationScenario& s) {
  const bool list = tree.kind == Tree::Kind::list;
  if (list && tree.items.empty()) fail_at(tree, "velocity: the list is empty");
  bool everywhere = false;
  for (std::size_t i = 0; i < (list ? tree.items.size() : 1); ++i) {
    const std::string path = list ? "velocity." + std::to_string(i) : "velocity";
    const Fields f(list ? tree.items[i] : tree, path,
                   {"along", "across", "normal", "all", "regions", "cells"});
    if (const Tree* cells = f.find("cells")) {
      if (!std::holds_alternative<MeshFiles>(s.mesh))
        fail_at(*cells, path + ".cells: only a mesh from a file has arrays");
      s.cell_speeds = read_text(*cells, path + ".cells");
      everywhere = true;
      continue;
    }
    Speeds speeds;
    if (const Tree* all = f.find("all")) {
      speeds.along = speeds.across = speeds.normal = read_positive(*all, path + ".all", dimension::velocity);
    } else {
      speeds.along = read_positive(f.need("along", "0.6 m/s"), path + ".along", dimension::velocity);
      speeds.across = read_positive(f.need("across", "0.4 m/s"), path + ".across", dimension::velocity);
      speeds.normal = positive_or(f, "normal", dimension::velocity, speeds.across);
    }
    if (const Tree* regions = f.find("regions")) {
      if (regions->kind != Tree::Kind::list || regions->items.empty())
        fail_at(*regions, path + ".regions: expected a list of whole numbers, such as [1, 2]");
      for (const Tree& region : regions->items)
        s.medium.region[static_cast<Index>(read_integer(region, path + ".regions", -(1L << 30), 1L << 30))] =
            speeds;
    } else {
      if (everywhere) fail_at(f.tree(), path + ": two velocities without regions; which one counts?");
      s.medium.otherwise = speeds;
      everywhere = true;
    }
  }
  if (!everywhere)
    fail_at(tree, "velocity: none is without regions, for tetrahedra of no region that is named");
}

void read_solve(const Tree* tree, SolveOptions& solve) {
  if (!tree) return;
  const Fields f(*tree, "solve", {"schedule", "storage", "precision", "window", "domains", "tolerance"});
  if (const Tree* t = f.find("schedule"))
    solve.schedule = static_cast<SolveSchedule>(read_choice(*t, "solve.schedule", schedule_names()));
  if (const Tree* t = f.find("storage"))
    solve.storage = static_cast<Storage>(read_choice(*t, "solve.storage", storage_names()));
  if (const Tree* t = f.find("precision"))
    solve.precision = static_cast<TimePrecision>(read_choice(*t, "solve.precision", {"single", "double"}));
  const auto from_zero = [&](const char* key, real most, real& value) {
    const Tree* t = f.find(key);
    if (!t) return;
    value = read_number(*t, f.path(key));
    if (!(value >= 0 && value <= most))
      fail_at(*t, f.path(key) + ": must be from 0 to " + shortest_decimals(most));
  };
  from_zero("window", 1e9, solve.window);
  from_zero("tolerance", 0.01, solve.tolerance);
  if (const Tree* t = f.find("domains"))
    solve.domains = static_cast<int>(read_integer(*t, "solve.domains", 0, 1L << 24));
}

void read_output(const Tree* tree, ActivationOutput& output) {
  if (!tree) return;
  const Fields f(*tree, "output", {"folder", "formats"});
  if (const Tree* t = f.find("folder")) output.folder = read_text(*t, "output.folder");
  const Tree* formats = f.find("formats");
  if (!formats) return;
  if (formats->kind != Tree::Kind::list)
    fail_at(*formats, "output.formats: expected a list, such as [vtkhdf, igb]");
  output.vtkhdf = false;
  for (const Tree& format : formats->items) {
    bool* const chosen[] = {&output.vtkhdf, &output.vtu, &output.dat, &output.igb};
    *chosen[read_choice(format, "output.formats", {"vtkhdf", "vtu", "dat", "igb"})] = true;
  }
}

void read_points(const Tree* tree, std::vector<PointOfInterest>& points) {
  if (!tree) return;
  if (tree->kind != Tree::Kind::list)
    fail_at(*tree, "points: expected a list, such as - {name: apex, at: [0 mm, 0 mm, 0 mm]}");
  for (std::size_t i = 0; i < tree->items.size(); ++i) {
    const std::string path = "points." + std::to_string(i);
    const Fields f(tree->items[i], path, {"name", "at"});
    const Tree* name = f.find("name");
    points.push_back({name ? read_text(*name, path + ".name") : "point " + std::to_string(i),
                      read_vector(f.need("at", "[0 mm, 0 mm, 0 mm]"), path + ".at", dimension::length)});
  }
}

void read_device(const Tree* tree, ActivationScenario& s) {
  if (!tree) return;
  const Fields f(*tree, "device", {"backend", "threads"});
  if (const Tree* t = f.find("backend"))
    s.device = static_cast<DeviceKind>(read_choice(*t, "device.backend", {"auto", "cpu", "cuda"}));
  if (const Tree* t = f.find("threads"))
    s.threads = static_cast<int>(read_integer(*t, "device.threads", 0, 4096));
}

} // namespace

ActivationScenario read_activation_text(const std::string& text, const std::string& name,
                                        const std::vector<std::string>& overrides) {
  const Tree root = scenario_tree(text, name, overrides);
  const Fields f(root, "",
                 {"kind", "title", "mesh", "fibres", "velocity", "stimuli", "cases", "points", "solve",
                  "output", "device"});
  ActivationScenario s;
  const fs::path file(name), folder = file.parent_path();
  s.title = f.find("title") ? read_text(*f.find("title"), "title") : file.stem().string();
  s.output.folder = fs::path("results") / file.stem();
  read_mesh(f.need("mesh", "{ventricle: {edge: 1 mm}}"), folder, s);
  read_fibres(f.find("fibres"), s);
  const Tree& velocity = f.need("velocity", "{along: 0.6 m/s, across: 0.4 m/s, normal: 0.2 m/s}");
  read_velocity(velocity, s);
  if (s.cell_speeds.empty() && s.medium.needs_fibres() && s.fibres.kind == FibreChoice::Kind::none)
    fail_at(
        velocity,
        "velocity: depends on the direction, but there are no fibres: say where they come from (fibres:), "
        "or give one speed (all: 0.5 m/s)");
  std::vector<Stimulus> common;
  if (const Tree* t = f.find("stimuli")) common = read_stimuli(*t, "stimuli", folder);
  if (const Tree* t = f.find("cases"))
    s.cases = read_cases(*t, common, folder);
  else
    s.cases = {{"", common}};
  if (!f.find("cases") && common.empty())
    fail_at(root, "missing key \"stimuli\", such as stimuli: [{at: [0 mm, 0 mm, -60 mm], radius: 1 mm}]");
  read_points(f.find("points"), s.points);
  read_solve(f.find("solve"), s.solve);
  read_output(f.find("output"), s.output);
  read_device(f.find("device"), s);
  return s;
}

ActivationScenario read_activation(const fs::path& file, const std::vector<std::string>& overrides) {
  return read_activation_text(scenario_text(file), file.string(), overrides);
}

} // namespace ibsim

#include "activation_files/prepare_activation.hpp"

#include "activation_files/mesh_file.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "parallel/stream.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ibsim {
namespace {

constexpr float most_region = 1 << 24; // up to there single precision holds whole numbers

std::string in_mm(const Real3& p) {
  return text("[%.6g mm, %.6g mm, %.6g mm]", p.x / 1e3, p.y / 1e3, p.z / 1e3);
}

std::string and_others(const MeshFlaw& flaw) {
  return flaw.count > 1 ? " (and " + std::to_string(flaw.count - 1) + " more)" : "";
}

std::string tetrahedron_text(const TetMesh& mesh, Index cell) {
  const Index* v = mesh.tetrahedra[cell].vertex;
  return text("tetrahedron %d (vertices %d, %d, %d, %d; counted from 0)", cell, v[0], v[1], v[2], v[3]);
}

/// @throws InputError
void refuse_flaws(const TetMesh& mesh, const std::string& name, const ActivationScenario& s) {
  const MeshFlaws flaws = find_flaws(mesh);
  const auto fail = [&](const std::string& message) { throw InputError(name + ": " + message); };
  if (flaws.wild)
    fail(text("vertex %d has coordinates that are not finite", flaws.wild.first) + and_others(flaws.wild));
  if (flaws.dangling)
    fail(tetrahedron_text(mesh, flaws.dangling.first) + " has a vertex twice" + and_others(flaws.dangling));
  if (flaws.flat)
    fail(tetrahedron_text(mesh, flaws.flat.first) + " is degenerate: it has no volume, near " +
         in_mm(centroid(mesh, mesh.tetrahedra[flaws.flat.first])) + and_others(flaws.flat));
  if (flaws.turned && !s.mesh.any_orientation)
    fail(tetrahedron_text(mesh, flaws.turned.first) + " is inverted: it is oriented otherwise than most" +
         and_others(flaws.turned) +
         "; if only the order of its vertices is meant, say mesh.orientation: any (times do not depend on "
         "it)");
  if (flaws.unreferenced && !s.mesh.allow_unreached)
    fail(text("vertex %d belongs to no tetrahedron", flaws.unreferenced.first) +
         and_others(flaws.unreferenced) + "; remove it, or say mesh.unreached: allowed");
}

const CellArray& array_named(const MeshFile& file, const std::string& key, const std::string& array,
                             const std::string& name, int least, int most) {
  const auto found = file.cells.find(array);
  if (found == file.cells.end()) {
    std::string known;
    for (const auto& [other, ignored] : file.cells) known += (known.empty() ? "" : ", ") + in_quotes(other);
    throw InputError(key + ": " + name + " has no cell array \"" + array + "\"" +
                     (known.empty() ? "; it has none at all" : "; it has " + known));
  }
  const int components = found->second.components;
  if (components != least && components != most)
    throw InputError(key + ": the array \"" + array + "\" of " + name + " has " + std::to_string(components) +
                     " components a cell, not " + std::to_string(least) +
                     (most != least ? " or " + std::to_string(most) : ""));
  return found->second;
}

/// Directions of unit length, or zero where there is none.
std::vector<UnitVector> directions(const CellArray& array) {
  std::vector<UnitVector> result(array.values.size() / 3);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Real3 d{array.values[3 * i], array.values[3 * i + 1], array.values[3 * i + 2]};
    const real length = norm(d);
    if (length > 0 && std::isfinite(length))
      result[i] = {static_cast<float>(d.x / length), static_cast<float>(d.y / length),
                   static_cast<float>(d.z / length)};
  }
  return result;
}

/// Each tetrahedron whose speed depends on the direction has a fibre. @throws InputError
void require_fibres(const CellArray& array, const TetMesh& mesh, const Medium& medium) {
  const auto is_zero = [](const UnitVector& d) { return d.x == 0 && d.y == 0 && d.z == 0; };
  for (std::size_t i = 0; i < mesh.fibre.size(); ++i) {
    if (!is_zero(mesh.fibre[i])) continue;
    if (medium.speeds_of(mesh, static_cast<Index>(i)).isotropic()) continue;
    const float* d = &array.values[3 * i];
    throw InputError("fibres.cells: tetrahedron " + std::to_string(i) +
                     text(" (counted from 0) has no fibre: its direction is [%g, %g, %g]", d[0], d[1], d[2]));
  }
}

/// Each tetrahedron whose speed differs in the sheet and normal to it knows its sheet: any other would be
/// arbitrary. @throws InputError
void require_sheets(const std::string& key, const TetMesh& mesh, const Medium& medium) {
  if (!medium.needs_sheets()) return;
  if (mesh.sheet.empty())
    throw InputError(
        "velocity: differs across the fibre and normal to the sheet, but there are no sheets: name "
        "their array (fibres.sheets), or give one speed for both");
  for (Index i = 0; i < mesh.cells(); ++i) {
    const UnitVector &f = mesh.fibre[static_cast<std::size_t>(i)],
                     &s = mesh.sheet[static_cast<std::size_t>(i)];
    if (!medium.speeds_of(mesh, i).needs_sheet() || spans_sheet({f.x, f.y, f.z}, {s.x, s.y, s.z})) continue;
    throw InputError(key +
                     text(": the direction in the sheet of tetrahedron %d (counted from 0), [%g, %g, %g], is "
                          "zero or parallel to its fibre",
                          i, s.x, s.y, s.z));
  }
}

/// Speeds of cells, one number or three each, in m/s. @throws InputError
void take_speeds(const CellArray& speeds, const TetMesh& mesh, Medium& medium) {
  const auto n = static_cast<std::size_t>(mesh.cells()), stride = static_cast<std::size_t>(speeds.components);
  medium.cells.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const float v = speeds.values[stride * i + (stride == 3 ? c : 0)];
      if (!(v > 0 && std::isfinite(v)))
        throw InputError("velocity.cells: the speed of tetrahedron " + std::to_string(i) +
                         " (counted from 0) is " + text("%g", v) + " m/s; speeds must be positive");
      medium.cells[i][static_cast<int>(c)] = v;
    }
}

/// Regions, fibres and speeds that stand beside the cells of a file.
void take_arrays(const MeshFile& file, const std::string& name, const ActivationScenario& s, TetMesh& mesh,
                 Medium& medium) {
  std::string region = s.mesh.region;
  if (region.empty())
    for (const char* usual : {"region", "elemTag", "tag"})
      if (region.empty() && file.cells.count(usual)) region = usual;
  if (!region.empty()) {
    const CellArray& array = array_named(file, "mesh.regions", region, name, 1, 1);
    mesh.region.resize(array.values.size());
    for (std::size_t i = 0; i < array.values.size(); ++i) {
      const float number = array.values[i];
      if (!(std::fabs(number) <= most_region && number == std::trunc(number)))
        throw InputError("mesh.regions: the region of tetrahedron " + std::to_string(i) +
                         " (counted from 0) is " + text("%.9g", number) +
                         "; regions are whole numbers of at most 2^24");
      mesh.region[i] = static_cast<Index>(number);
    }
  }
  const std::string cell_speeds = s.cell_speeds();
  if (!cell_speeds.empty())
    take_speeds(array_named(file, "velocity.cells", cell_speeds, name, 1, 3), mesh, medium);
  if (s.fibres.kind != FibreChoice::Kind::cells) return;
  const CellArray& fibres = array_named(file, "fibres.cells", s.fibres.fibre, name, 3, 3);
  mesh.fibre = directions(fibres);
  require_fibres(fibres, mesh, medium);
  std::string sheet = s.fibres.sheet;
  if (sheet.empty() && s.mesh.kind == MeshChoice::Kind::carp && file.cells.count("sheet")) sheet = "sheet";
  if (!sheet.empty()) mesh.sheet = directions(array_named(file, "fibres.sheets", sheet, name, 3, 3));
}

void set_direction(const FibreChoice& choice, TetMesh& mesh) {
  const auto unit = [](const Real3& d) {
    const Real3 u = norm(d) > 0 ? normalized(d) : d;
    return UnitVector{static_cast<float>(u.x), static_cast<float>(u.y), static_cast<float>(u.z)};
  };
  mesh.fibre.assign(mesh.tetrahedra.size(), unit(choice.direction));
  mesh.sheet.assign(mesh.tetrahedra.size(), unit(choice.sheet_direction));
}

/// @throws InputError
TetMesh built_in(const MeshChoice& mesh) {
  try {
    switch (mesh.kind) {
    case MeshChoice::Kind::box:
      return make_mesh(mesh.box);
    case MeshChoice::Kind::ball:
      return make_mesh(mesh.ball);
    default:
      return make_mesh(mesh.ventricle);
    }
  } catch (const InputError& e) {
    throw InputError(std::string("mesh: ") + e.what());
  }
}

/// @throws InputError
std::string load(const ActivationScenario& s, PreparedActivation& to) {
  std::string name = "the built-in mesh";
  if (s.mesh.from_file()) {
    name = s.mesh.path.string();
    MeshFile file = s.mesh.kind == MeshChoice::Kind::carp ? read_carp(s.mesh.path, s.mesh.unit)
                                                          : read_vtu(s.mesh.path, s.mesh.unit);
    to.mesh = std::move(file.mesh);
    take_arrays(file, name, s, to.mesh, to.medium);
  } else {
    to.mesh = built_in(s.mesh);
    if (s.fibres.kind == FibreChoice::Kind::rule) set_fibres(to.mesh, s.mesh.ventricle, s.fibres.rule);
  }
  if (s.fibres.kind == FibreChoice::Kind::direction) set_direction(s.fibres, to.mesh);
  if (to.medium.needs_fibres() && to.mesh.fibre.empty())
    throw InputError(
        "velocity: depends on the direction, but there are no fibres: say where they come from (fibres:)");
  require_sheets(s.fibres.kind == FibreChoice::Kind::cells       ? "fibres.sheets"
                 : s.fibres.kind == FibreChoice::Kind::direction ? "fibres.sheet"
                                                                 : "fibres.rule",
                 to.mesh, to.medium);
  return name;
}

void require_reached(const MeshParts& parts, const PreparedActivation& p) {
  for (std::size_t c = 0; c < p.cases.size(); ++c) {
    std::vector<unsigned char> reached(parts.vertices.size(), 0);
    for (const StartValue& start : p.starts[c])
      if (const Index part = parts.of_vertex[start.vertex]; part >= 0) reached[part] = 1;
    for (Index v = 0; v < p.mesh.vertices(); ++v)
      if (const Index part = parts.of_vertex[v]; part >= 0 && !reached[part])
        throw InputError("mesh: a part of " + std::to_string(parts.vertices[part]) + " vertices, at " +
                         in_mm(p.mesh.points[v]) + ", hangs together with no stimulus" +
                         (p.cases[c].empty() ? "" : " of case " + p.cases[c]) +
                         "; add one, or say mesh.unreached: allowed (its times are then -1)");
  }
}

} // namespace

std::vector<real> PreparedActivation::in_file_order(const std::vector<real>& values) const {
  std::vector<real> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) result[renumbering.vertex[i]] = values[i];
  return result;
}

TetMesh PreparedActivation::mesh_in_file_order() const {
  TetMesh result = mesh;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) result.points[renumbering.vertex[i]] = mesh.points[i];
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const auto to = static_cast<std::size_t>(renumbering.cell[i]);
    for (int k = 0; k < 4; ++k)
      result.tetrahedra[to].vertex[k] = renumbering.vertex[mesh.tetrahedra[i].vertex[k]];
    if (!mesh.region.empty()) result.region[to] = mesh.region[i];
    if (!mesh.fibre.empty()) result.fibre[to] = mesh.fibre[i];
    if (!mesh.sheet.empty()) result.sheet[to] = mesh.sheet[i];
  }
  return result;
}

PreparedActivation prepare_activation(const ActivationScenario& s) {
  PreparedActivation p;
  p.medium = s.medium();
  const Stream<Cpu> clock;
  double from = clock.seconds();
  const auto lap = [&] {
    const double now = clock.seconds();
    return now - std::exchange(from, now);
  };
  const std::string name = load(s, p);
  p.seconds_reading = lap();
  refuse_flaws(p.mesh, name, s);
  p.size = size_of(p.mesh);
  p.seconds_checking = lap();
  p.renumbering = order_along_curve(p.mesh);
  if (!p.medium.cells.empty()) {
    std::vector<Vec3<float>> moved(p.medium.cells.size());
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = p.medium.cells[p.renumbering.cell[i]];
    p.medium.cells = std::move(moved);
  }
  for (const auto& [region, speeds] : p.medium.region)
    if (std::find(p.mesh.region.begin(), p.mesh.region.end(), region) == p.mesh.region.end())
      p.warnings.push_back("velocity: no tetrahedron is of region " + std::to_string(region));
  p.seconds_ordering = lap();

  std::vector<Index> place_of(p.renumbering.vertex.size());
  for (std::size_t i = 0; i < place_of.size(); ++i) place_of[p.renumbering.vertex[i]] = static_cast<Index>(i);
  const Stimulator stimulator(p.mesh, p.medium, std::move(place_of), p.size.longest_edge);
  for (const ActivationCase& c : s.all_cases()) {
    StartValues all;
    std::vector<real> times;
    for (const Stimulus& stimulus : c.stimuli) {
      const StartValues some = stimulator.start_values(stimulus);
      all.insert(all.end(), some.begin(), some.end());
      times.insert(times.end(), some.size(), stimulus.time);
    }
    p.cases.push_back(c.name);
    p.starts.push_back(std::move(all));
    p.stimulus_times.push_back(std::move(times));
  }
  for (const PointOfInterest& point : s.points) {
    const Index v = stimulator.locator().nearest(point.at);
    if (const real distance = norm(p.mesh.points[v] - point.at); distance > p.size.longest_edge)
      p.warnings.push_back("points: " + point.name + " is " + shortest_decimals(distance / 1e3) +
                           " mm outside the mesh; its time is that of the nearest vertex");
    p.points.push_back(v);
  }
  const MeshParts found = parts(p.mesh);
  p.parts = static_cast<Index>(found.vertices.size());
  if (!s.mesh.allow_unreached) require_reached(found, p);
  p.seconds_checking += lap();
  return p;
}

} // namespace ibsim

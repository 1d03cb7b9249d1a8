#include "activation_files/prepare_activation.hpp"

#include "activation_files/mesh_file.hpp"
#include "activation_files/tissue_arrays.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "mesh/coincident.hpp"
#include "parallel/stream.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace ibsim {
namespace {

/// Where a mesh is from, and what stands there beside it.
struct Source {
  std::string name;
  OtherElements others;
  std::vector<unsigned char> bath; ///< [tetrahedra] 1: does not conduct; empty: none
};

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

/// @return true if some vertices belong to no tetrahedron. @throws InputError
bool refuse_flaws(const TetMesh& mesh, const Source& source, const ActivationScenario& s) {
  const MeshFlaws flaws = find_flaws(mesh, source.others.vertices);
  const std::string& name = source.name;
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
         "; if only the order of its vertices differs, give mesh.orientation: any (times do not depend on "
         "it)");
  if (flaws.unreferenced && !s.mesh.allow_unreached)
    fail(text("vertex %d belongs to no tetrahedron", flaws.unreferenced.first) +
         and_others(flaws.unreferenced) + "; remove it, or give mesh.unreached: allowed");
  return bool(flaws.unreferenced) || !source.others.count.empty();
}

/// Two of the same volume would be counted twice, and are a mistake of the file. @throws InputError
void refuse_duplicates(const PreparedActivation& p, const std::string& name) {
  const Duplicates found = duplicate_tetrahedra(p.mesh);
  if (!found.flaw) return;
  const auto number = [&](Index cell) { return p.part ? p.part->origin.cell[cell] : cell; };
  throw InputError(name +
                   text(": tetrahedron %d has the vertices of tetrahedron %d (counted from 0)",
                        number(found.flaw.first), number(found.original)) +
                   and_others(found.flaw) + "; remove one of them");
}

/// Leaves out what the solver need not see, and says what that is. @throws InputError
void take_part(const ActivationScenario& s, const Source& source, bool unused_vertices,
               PreparedActivation& p) {
  CoincidentVertices coincident;
  if (s.mesh.from_file() && !s.mesh.keep_coincident) coincident = coincident_vertices(p.mesh);
  if (coincident.count > 0)
    p.warnings.push_back(
        text("mesh: %d vertices are at the place of another one (to %.3g mm) and were joined with it, so "
             "that the front crosses there; if they bound a slit, give mesh.coincident: kept",
             coincident.count, coincident.farthest / 1e3));
  if (coincident.count > 0 || unused_vertices || !source.bath.empty() || p.medium.has_insulators()) {
    if (coincident.first.empty()) {
      coincident.first.resize(p.mesh.points.size());
      std::iota(coincident.first.begin(), coincident.first.end(), Index{0});
    }
    p.part = take_solved_part(p.mesh, p.medium, coincident.first, source.bath);
    if (p.mesh.tetrahedra.empty())
      throw InputError("velocity: no tissue of " + source.name + " conducts: its speeds or fibres are zero");
  }
  if (s.mesh.from_file()) refuse_duplicates(p, source.name);
}

/// Speeds of tissue are 0.02 m/s (the atrioventricular node) to 4 m/s (Purkinje fibres): D. Durrer et al.,
/// Circulation 41 (1970) 899. Beyond five times and below a fifth of that it is likely a wrong unit.
void warn_of_speeds(const Medium& medium, std::vector<std::string>& warnings) {
  constexpr real slowest = 0.004, fastest = 20;
  real least = std::numeric_limits<real>::infinity(), most = 0;
  const auto look = [&](real along, real across, real normal) {
    if (along == 0) return;
    least = std::min({least, along, across, normal}), most = std::max({most, along, across, normal});
  };
  const auto look_at = [&](const Speeds& v) { look(v.along, v.across, v.normal); };
  if (medium.cells.empty()) look_at(medium.otherwise);
  for (const auto& [region, speeds] : medium.region) look_at(speeds);
  for (const Vec3<float>& v : medium.cells) look(v.x, v.y, v.z);
  if (most > fastest)
    warnings.push_back(
        text("velocity: %g m/s is far beyond what tissue conducts at, 0.02 to 4 m/s; were mm/s "
             "or cm/s meant?",
             most));
  if (least < slowest)
    warnings.push_back(
        text("velocity: %g m/s is far below what tissue conducts at, 0.02 to 4 m/s; tissue that "
             "does not conduct has 0 m/s",
             least));
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
Source load(const ActivationScenario& s, PreparedActivation& to) {
  Source source{"the built-in mesh", {}, {}};
  if (s.mesh.from_file()) {
    source.name = s.mesh.path.string();
    MeshFile file = s.mesh.kind == MeshChoice::Kind::carp ? read_carp(s.mesh.path, s.mesh.unit)
                                                          : read_vtu(s.mesh.path, s.mesh.unit);
    to.mesh = std::move(file.mesh);
    source.bath = take_arrays(file, source.name, s, to.mesh, to.medium);
    if (const auto n = std::count(source.bath.begin(), source.bath.end(), 1); n > 0)
      to.warnings.push_back(
          text("fibres: %d tetrahedra have a fibre of zeros, openCARP's sign of a bath: they do "
               "not conduct; if they do, give their region one speed (all: 0.5 m/s)",
               static_cast<int>(n)));
    else
      source.bath.clear();
    source.others = std::move(file.others);
    for (const auto& [kind, count] : source.others.count)
      to.warnings.push_back(
          text("mesh: %d %s were left out: the front crosses tetrahedra only", count, kind.c_str()));
    if (file.quadratic > 0)
      to.warnings.push_back(
          text("mesh: %d quadratic tetrahedra were read as eight linear ones each", file.quadratic));
  } else {
    to.mesh = built_in(s.mesh);
    if (s.fibres.kind == FibreChoice::Kind::rule) set_fibres(to.mesh, s.mesh.ventricle, s.fibres.rule);
  }
  if (s.fibres.kind == FibreChoice::Kind::direction) set_direction(s.fibres, to.mesh);
  if (to.medium.needs_fibres() && to.mesh.fibre.empty())
    throw InputError(
        "velocity: depends on the direction, but there are no fibres; give their source (fibres:)");
  require_sheets(s.fibres.kind == FibreChoice::Kind::direction ? "fibres.sheet"
                 : s.fibres.kind == FibreChoice::Kind::rule    ? "fibres.rule"
                                                               : "fibres.sheets",
                 to.mesh, to.medium, source.bath);
  return source;
}

void require_reached(const MeshParts& parts, const PreparedActivation& p) {
  for (std::size_t c = 0; c < p.cases.size(); ++c) {
    std::vector<unsigned char> reached(parts.vertices.size(), 0);
    for (const StartValue& start : p.starts[c])
      if (const Index part = parts.of_vertex[start.vertex]; part >= 0) reached[part] = 1;
    for (Index v = 0; v < p.mesh.vertices(); ++v)
      if (const Index part = parts.of_vertex[v]; part >= 0 && !reached[part])
        throw InputError("mesh: a part of " + std::to_string(parts.vertices[part]) + " vertices, at " +
                         in_mm(p.mesh.points[v]) + ", is connected to no stimulus" +
                         (p.cases[c].empty() ? "" : " of case " + p.cases[c]) +
                         "; add one, or give mesh.unreached: allowed (its times are then -1)");
  }
}

} // namespace

std::vector<real> PreparedActivation::in_file_order(const std::vector<real>& values) const {
  std::vector<real> result(part ? part->whole.points.size() : values.size(),
                           std::numeric_limits<real>::infinity());
  for (std::size_t i = 0; i < values.size(); ++i) result[renumbering.vertex[i]] = values[i];
  if (part) // vertices that were joined have one value
    for (std::size_t v = 0; v < result.size(); ++v)
      if (const Index of_part = part->place[v]; of_part >= 0)
        result[v] = result[part->origin.vertex[static_cast<std::size_t>(of_part)]];
  return result;
}

TetMesh PreparedActivation::mesh_in_file_order() const {
  if (part) return part->whole;
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
  const Source source = load(s, p);
  p.seconds_reading = lap();
  const bool unused_vertices = refuse_flaws(p.mesh, source, s);
  for (const auto& [region, speeds] : p.medium.region)
    if (std::find(p.mesh.region.begin(), p.mesh.region.end(), region) == p.mesh.region.end())
      p.warnings.push_back("velocity: no tetrahedron is of region " + std::to_string(region));
  warn_of_speeds(p.medium, p.warnings);
  take_part(s, source, unused_vertices, p);
  p.size = size_of(p.mesh);
  p.seconds_checking = lap();
  p.renumbering = order_along_curve(p.mesh);
  if (!p.medium.cells.empty()) {
    std::vector<Vec3<float>> moved(p.medium.cells.size());
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = p.medium.cells[p.renumbering.cell[i]];
    p.medium.cells = std::move(moved);
  }
  std::vector<Index> place_of(p.renumbering.vertex.size());
  for (std::size_t i = 0; i < place_of.size(); ++i) place_of[p.renumbering.vertex[i]] = static_cast<Index>(i);
  if (p.part) {
    std::vector<Index> of_file(p.part->place);
    for (Index& v : of_file)
      if (v >= 0) v = place_of[v];
    place_of = std::move(of_file);
    for (Index& v : p.renumbering.vertex) v = p.part->origin.vertex[v];
    for (Index& cell : p.renumbering.cell) cell = p.part->origin.cell[cell];
  }
  p.seconds_ordering = lap();

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
                           " mm outside the " + (p.part ? "tissue that conducts" : "mesh") +
                           "; it gets the time of the nearest vertex");
    p.points.push_back(v);
  }
  const MeshParts found = parts(p.mesh);
  p.parts = static_cast<Index>(found.vertices.size());
  if (!s.mesh.allow_unreached) require_reached(found, p);
  p.seconds_checking += lap();
  return p;
}

} // namespace ibsim

// An activation scenario as YAML again: every value as it is used, paths absolute, tables and lists written
// out.
#include "base/units.hpp"
#include "io/read_activation.hpp"

#include <sstream>

namespace ibsim {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}
std::string length(real um) { return format_quantity(um, dimension::length); }
std::string time(real us) { return format_quantity(us, dimension::time); }
std::string speed(real v) { return format_quantity(v, dimension::velocity); }
std::string angle(real a) { return format_quantity(a, dimension::angle); }
std::string lengths(const Real3& v) {
  return "[" + length(v.x) + ", " + length(v.y) + ", " + length(v.z) + "]";
}
std::string numbers(const Real3& v) {
  return "[" + shortest_decimals(v.x) + ", " + shortest_decimals(v.y) + ", " + shortest_decimals(v.z) + "]";
}

std::string mesh_text(const MeshFiles& m) {
  return (m.format == MeshFiles::Format::carp ? "carp: " : "file: ") +
         quoted(std::filesystem::absolute(m.path).string()) +
         ", unit: " + quoted(shortest_decimals(m.unit) + " um") +
         (m.region.empty() ? "" : ", regions: " + quoted(m.region));
}
std::string mesh_text(const BoxMesh& m) {
  return "box: {size: " + lengths(m.size) + ", edge: " + length(m.edge) +
         ", jiggle: " + shortest_decimals(m.jiggle) + ", seed: " + std::to_string(m.seed) + "}";
}
std::string mesh_text(const BallMesh& m) {
  return "ball: {radius: " + length(m.radius) + ", edge: " + length(m.edge) + "}";
}
std::string mesh_text(const Ventricle& m) {
  return "ventricle: {edge: " + length(m.edge) + ", inner_radius: " + length(m.inner_radius) +
         ", inner_length: " + length(m.inner_length) + ", outer_radius: " + length(m.outer_radius) +
         ", outer_length: " + length(m.outer_length) + ", base: " + length(m.base) + "}";
}

std::string speeds_text(const Speeds& s) {
  return "along: " + speed(s.along) + ", across: " + speed(s.across) + ", normal: " + speed(s.normal);
}

void write_stimulus(std::ostream& out, const std::string& indent, const Stimulus& s) {
  out << indent << "- {name: " << quoted(s.name);
  if (s.vertices.empty()) {
    out << ", at: " << lengths(s.at);
    if (s.radius > 0) out << ", radius: " << length(s.radius);
  } else {
    out << ", vertices: [";
    for (std::size_t i = 0; i < s.vertices.size(); ++i) out << (i ? ", " : "") << s.vertices[i];
    out << "]";
  }
  out << ", time: " << time(s.time) << "}\n";
}

} // namespace

std::string resolved_activation(const ActivationScenario& s) {
  std::ostringstream out;
  out << "kind: activation\ntitle: " << quoted(s.title) << "\nmesh: {"
      << std::visit([](const auto& mesh) { return mesh_text(mesh); }, s.mesh)
      << ", orientation: " << (s.any_orientation ? "any" : "consistent")
      << ", unreached: " << (s.allow_unreached ? "allowed" : "refused") << "}\n";
  const FibreChoice& f = s.fibres;
  if (f.kind == FibreChoice::Kind::cells)
    out << "fibres: {cells: " << quoted(f.fibre) << (f.sheet.empty() ? "" : ", sheets: " + quoted(f.sheet))
        << "}\n";
  if (f.kind == FibreChoice::Kind::rule)
    out << "fibres: {rule: {endo: " << angle(f.rule.inner_angle) << ", epi: " << angle(f.rule.outer_angle)
        << "}}\n";
  if (f.kind == FibreChoice::Kind::direction)
    out << "fibres: {direction: " << numbers(f.direction) << ", sheet: " << numbers(f.sheet_direction)
        << "}\n";
  out << "velocity:\n";
  if (s.cell_speeds.empty())
    out << "  - {" << speeds_text(s.medium.otherwise) << "}\n";
  else
    out << "  - {cells: " << quoted(s.cell_speeds) << "}\n";
  for (const auto& [region, speeds] : s.medium.region)
    out << "  - {regions: [" << region << "], " << speeds_text(speeds) << "}\n";
  if (s.cases.size() == 1 && s.cases[0].name.empty()) {
    out << "stimuli:\n";
    for (const Stimulus& stimulus : s.cases[0].stimuli) write_stimulus(out, "  ", stimulus);
  } else {
    out << "cases:\n";
    for (const ActivationCase& c : s.cases) {
      out << "  - name: " << quoted(c.name) << "\n    stimuli:\n";
      for (const Stimulus& stimulus : c.stimuli) write_stimulus(out, "      ", stimulus);
    }
  }
  if (!s.points.empty()) out << "points:\n";
  for (const PointOfInterest& p : s.points)
    out << "  - {name: " << quoted(p.name) << ", at: " << lengths(p.at) << "}\n";
  out << "solve: {schedule: " << to_string(s.solve.schedule) << ", storage: " << to_string(s.solve.storage)
      << ", precision: " << (s.solve.precision == TimePrecision::double_ ? "double" : "single")
      << ", window: " << shortest_decimals(s.solve.window) << ", domains: " << s.solve.domains
      << ", tolerance: " << shortest_decimals(s.solve.tolerance)
      << "}\noutput: {folder: " << quoted(s.output.folder.string()) << ", formats: [";
  const std::pair<bool, const char*> formats[] = {
      {s.output.vtkhdf, "vtkhdf"}, {s.output.vtu, "vtu"}, {s.output.dat, "dat"}, {s.output.igb, "igb"}};
  bool first = true;
  for (const auto& [chosen, name] : formats)
    if (chosen) out << (first ? "" : ", ") << name, first = false;
  constexpr const char* backends[] = {"auto", "cpu", "cuda"};
  out << "]}\ndevice: {backend: " << backends[static_cast<int>(s.device)] << ", threads: " << s.threads
      << "}\n";
  return out.str();
}

} // namespace ibsim

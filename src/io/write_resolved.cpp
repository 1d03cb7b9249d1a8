#include "io/write_resolved.hpp"

#include "base/units.hpp"
#include "io/read_objects.hpp"
#include "io/run_folder.hpp"

#include <cmath>
#include <sstream>

namespace ibsim {
namespace {

std::string quoted(const std::string& text) {
  static const char* digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (code < 0x20 || code == 0x7f)
      out += std::string("\\x") + digits[code >> 4] + digits[code & 15];
    else
      out += c;
  }
  return out + "\"";
}

std::string list(const Real3& v, Dimension d) {
  const auto one = [&](real x) {
    return d == dimension::number ? shortest_decimals(x) : format_quantity(x, d);
  };
  return "[" + one(v.x) + ", " + one(v.y) + ", " + one(v.z) + "]";
}

const char* yes_no(bool b) { return b ? "true" : "false"; }

void write_object(std::ostream& out, const ObjectKind& kind) {
  const ReferenceSurface& surface = kind.surface;
  out << "  - name: " << quoted(kind.name)
      << "\n    shape: " << shape_names()[static_cast<std::size_t>(surface.shape)] << "\n";
  if (surface.shape == ReferenceShape::ellipsoid)
    out << "    half_axes: " << list(surface.half_axes, dimension::length) << "\n";
  else
    out << "    radius: " << format_quantity(surface.half_axes.x, dimension::length) << "\n";
  out << "    membrane:\n      shear_modulus: " << format_quantity(kind.law.shear_modulus, dimension::tension)
      << "\n      area_modulus: " << format_quantity(kind.law.area_modulus, dimension::tension)
      << "\n    data_sites: " << kind.data_sites << "\n    sample_sites: " << kind.sample_sites
      << "\n    placements:\n";
  for (const Placement& p : kind.placements)
    out << "      - at: " << list(p.centre, dimension::length)
        << "\n        stretch: " << list(p.stretch, dimension::number) << "\n        rotation: ["
        << list(p.rotation[0], dimension::number) << ", " << list(p.rotation[1], dimension::number) << ", "
        << list(p.rotation[2], dimension::number) << "]\n";
}

} // namespace

std::string resolved_scenario(const Scenario& s) {
  const auto quantity = [](real value, Dimension d) { return format_quantity(value, d); };
  const auto interval = [&](bool wanted, real every) {
    return wanted ? quantity(every, dimension::time) : std::string("never");
  };
  static const char* initial[] = {"rest", "shear", "taylor-green"};
  static const char* precision[] = {"float", "double"};
  static const char* backend[] = {"auto", "cpu", "cuda"};
  std::ostringstream out;
  out << "title: " << quoted(s.title) << "\n"
      << "domain:\n  size: " << list(s.grid.lengths(), dimension::length)
      << "\n  cell: " << quantity(s.grid.h, dimension::length) << "\n"
      << "fluid:\n  density: " << quantity(s.fluid.density, dimension::density)
      << "\n  viscosity: " << quantity(s.fluid.viscosity, dimension::viscosity)
      << "\n  shear_rate: " << quantity(s.shear_rate, dimension::rate)
      << "\n  initial: " << initial[static_cast<int>(s.initial_flow)] << "\n";
  if (s.initial_flow == InitialFlow::taylor_green)
    out << "  speed: " << quantity(s.taylor_green_speed, dimension::velocity) << "\n";
  out << "time:\n  step: " << (s.time.automatic ? "auto" : quantity(s.time.step, dimension::time))
      << "\n  end: " << quantity(s.time.end, dimension::time);
  if (s.time.automatic)
    out << "\n  largest_step: "
        << (std::isfinite(s.time.largest_step) ? quantity(s.time.largest_step, dimension::time) : "none")
        << "\n  safety: " << shortest_decimals(s.time.safety) << "\n";
  else
    out << "\n  beyond_stability_limit: " << yes_no(s.time.beyond_stability_limit) << "\n";
  if (!s.objects.empty()) out << "objects:\n";
  for (const ObjectKind& kind : s.objects) write_object(out, kind);
  out << "coupling:\n  kernel: " << to_string(s.kernel) << "\n  spread: " << to_string(s.spread)
      << "\n  sweep_width: " << s.sweep_width << "\n  remove_net_force: " << yes_no(s.remove_net_force)
      << "\n"
      << "output:\n  folder: " << quoted(s.output.folder.string())
      << "\n  cells_every: " << interval(s.output.cells, s.output.cells_every)
      << "\n  fluid_every: " << interval(s.output.fluid, s.output.fluid_every)
      << "\n  series_every: " << interval(true, s.output.series_every)
      << "\n  checkpoint_every: " << interval(s.output.checkpoints, s.output.checkpoint_every)
      << "\n  checkpoint_every_wall_clock: "
      << interval(s.output.checkpoint_every_wall_clock > 0, s.output.checkpoint_every_wall_clock)
      << "\n  precision: " << precision[static_cast<int>(s.output.precision)]
      << "\n  compression: " << s.output.compression << "\n"
      << "device:\n  backend: " << backend[static_cast<int>(s.device)] << "\n  threads: " << s.threads
      << "\n";
  return out.str();
}

void write_resolved(const Scenario& scenario, const std::filesystem::path& file) {
  write_file(file, "# The scenario as run, every key with its value. `ibsim run` takes it as it is.\n" +
                       resolved_scenario(scenario));
}

} // namespace ibsim

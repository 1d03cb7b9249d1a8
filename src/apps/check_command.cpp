#include "apps/choose_device.hpp"
#include "apps/commands.hpp"
#include "apps/memory_estimate.hpp"
#include "apps/progress.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "io/run_folder.hpp"
#include "simulation/stability.hpp"

#include <cmath>
#include <iostream>

namespace ibsim {
namespace {

std::string limit_text(real us) { return std::isfinite(us) ? text("%.3g us", us) : "none"; }

std::string size_text(double bytes) {
  return bytes < 1e9 ? text("%.0f MB", std::ceil(bytes / 1e6)) : text("%.1f GB", bytes / 1e9);
}

std::uint64_t frames(const Scenario& s, real every) {
  return every > 0 ? 2 + static_cast<std::uint64_t>((s.time.end - s.time.step) / every) : 2;
}

void print_objects(const Scenario& s) {
  for (const ObjectKind& kind : s.objects)
    std::cout << text("objects   %zu x %s: %d data sites and %d sample sites each", kind.placements.size(), kind.name.c_str(), kind.data_sites,
                      kind.sample_sites)
              << "\n";
  if (s.objects.empty()) std::cout << "objects   none\n";
}

void print_limits(const Scenario& s) {
  std::cout << "limits    time step at most " << limit_text(advective_step_limit(s)) << " for the flow";
  for (const ObjectKind& kind : s.objects)
    std::cout << ", " << limit_text(elastic_step_limit(kind.law, s.fluid, s.grid.h)) << " for the elasticity of " << kind.name;
  std::cout << (s.time.beyond_stability_limit ? " (the scenario insists on going beyond)\n" : "\n");
}

void print_output(const Scenario& s) {
  const double bytes_a_number = s.output.precision == Scenario::Precision::single_precision ? 4 : 8;
  double samples = 0;
  for (const ObjectKind& kind : s.objects) samples += static_cast<double>(kind.sample_sites) * static_cast<double>(kind.placements.size());
  constexpr double numbers_a_sample = 11; // position, velocity, force, two tensions
  constexpr double numbers_a_cell = 4;    // velocity, pressure
  double bytes = 0;
  std::cout << "output    " << s.output.folder.string() << ":";
  if (s.output.cells && !s.objects.empty()) {
    std::cout << " " << frames(s, s.output.cells_every) << " frames of the cells,";
    bytes += static_cast<double>(frames(s, s.output.cells_every)) * samples * numbers_a_sample * bytes_a_number;
  }
  if (s.output.fluid) {
    std::cout << " " << frames(s, s.output.fluid_every) << " of the fluid,";
    bytes += static_cast<double>(frames(s, s.output.fluid_every)) * s.grid.cells() * numbers_a_cell * bytes_a_number;
  }
  std::cout << " at most " << size_text(bytes) << "\n";
}

} // namespace

int check_command(const CommandLine& line) {
  std::vector<std::string> warnings;
  const Scenario s = scenario_of(line, line.file, warnings);
  const DeviceChoice device = choose_device(s.device, s.threads);
  try {
    check_run_folder(s.output.folder, line.overwrite);
  } catch (const InputError& e) {
    warnings.push_back(e.what()); // no reason not to check the rest
  }
  for (const std::string& warning : warnings) log::warning(warning);

  const Real3 size = s.grid.lengths();
  std::cout << "scenario  " << s.title << "\n";
  std::cout << text("domain    %g x %g x %g um, periodic; %d x %d x %d cells of %g um", size.x, size.y, size.z, s.grid.n.x, s.grid.n.y, s.grid.n.z,
                    s.grid.h)
            << "\n";
  std::cout << "fluid     density " << format_quantity(s.fluid.density, dimension::density) << ", viscosity "
            << format_quantity(s.fluid.viscosity, dimension::viscosity);
  if (s.shear_rate != 0) std::cout << ", shear rate " << format_quantity(s.shear_rate, dimension::rate);
  std::cout << "\n";
  print_objects(s);
  std::cout << text("time      %llu steps of %s to %s", static_cast<unsigned long long>(steps_to(s.time.end, s.time.step)),
                    time_text(s.time.step).c_str(), time_text(s.time.end).c_str())
            << "\n";
  print_limits(s);
  std::cout << "coupling  " << to_string(s.kernel) << " delta, spreading by " << to_string(s.spread)
            << (is_deterministic(s.spread) ? "" : " (not repeatable to the bit)") << "\n";
  const MemoryEstimate memory = estimate_memory(s);
  if (device.cuda)
    std::cout << "memory    about " << size_text(memory.backend) << " on the GPU, " << size_text(memory.set_up) << " on the host\n";
  else
    std::cout << "memory    about " << size_text(memory.backend + memory.set_up) << "\n";
  print_output(s);
  std::cout << "device    " << device.line << "\n";
  return 0;
}

} // namespace ibsim

#include "commands/bench_prediction.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/wall_clock.hpp"
#include "flow_files/read_scenario.hpp"
#include "flow_run/run_prediction.hpp"
#include "flow_run/run_scenario.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"

#include <cstdlib>

namespace ibsim {
namespace {

/// A sphere in shear, 16 um box, output of every kind.
Scenario sphere(const char* title, real h, int data_sites, int sample_sites, real end) {
  Scenario s;
  s.title = title;
  const int n = static_cast<int>(std::lround(16 / h));
  s.grid = {{n, n, n}, h};
  s.drive.shear_rate.mean = 1e-3;
  s.initial_flow = InitialFlow::shear;
  ObjectKind kind;
  kind.name = "sphere";
  kind.closed().surface = {ReferenceShape::sphere, {3.91, 3.91, 3.91}};
  kind.closed().law = Skalak{2.5e-3, 0.25};
  kind.closed().data_sites = data_sites;
  kind.closed().sample_sites = sample_sites;
  Placement placement;
  placement.centre = {8, 8, 8};
  kind.placements = {placement};
  s.objects = {kind};
  s.time = {0.5, end, false};
  s.output.cells_every = s.output.fluid_every = s.output.checkpoint_every = 0.2 * end;
  s.output.series_every = 0.02 * end;
  return s;
}

constexpr const char* doublet = R"(
title: a doublet of red cells
domain: {size: [11 um, 11 um, 9 um], cell: 1/2 um}
fluid: {preset: plasma}
time: {step: auto, tension: relaxed, end: 20 ms}
contact: {pressure: auto}
aggregation: {preset: plasma}
objects:
  - {shape: red cell, placements: [{at: [5.2 um, 5.5 um, 2.7 um]}, {at: [5.8 um, 5.5 um, 6.1 um]}]}
coupling: {keep_volume: true}
output: {series_every: 0.5 ms, cells_every: 4 ms, fluid_every: never}
)";

constexpr const char* bead_on_bonds = R"(
title: a bead on bonds
domain: {size: [10 um, 8 um, 12 um], cell: 1/2 um}
flow: {ends_in_y: walls, upper_wall: {z: 0.8 mm/s}}
fluid: {preset: plasma}
time: {step: auto, end: 40 ms}
contact: {pressure: auto}
objects:
  - shape: sphere
    radius: 1.5 um
    membrane: {law: neo-hookean, shear_modulus: 0.05 dyn/cm}
    at: [5 um, 2.4 um, 6 um]
    adhesion:
      bond: weak bond
      receptors: 5000
      ligands: 1000 1/um^2
      spring: {stiffness: 0.02 pN/nm}
      kinetics: {off_rate: 100 1/s, length: 0.4 nm, on_rate: 0.03 um^2/s}
output: {series_every: 0.2 ms, cells_every: 2 ms, fluid_every: never}
)";

Scenario from_text(const char* text) {
  std::vector<std::string> warnings;
  return read_scenario_text(text, "bench.yaml", {}, warnings);
}

std::vector<Scenario> scenarios(bool quick) {
  if (quick) return {sphere("small", 1, 100, 400, 50)};
  std::vector<Scenario> all{sphere("small", 1, 100, 400, 500), sphere("dense membrane", 1, 600, 6000, 200),
                            sphere("fine grid", 0.5, 100, 2000, 100)};
  Scenario fluid = sphere("fluid alone", 0.25, 100, 400, 50);
  fluid.objects.clear();
  all.push_back(fluid);
  all.push_back(from_text(doublet));
  all.push_back(from_text(bead_on_bonds));
  return all;
}

/// Nothing is said of the runs themselves, but for warnings.
struct Quietly {
  Quietly() { log::set_console_level(log::Level::warning); }
  ~Quietly() { log::set_console_level(log::Level::info); }
};

} // namespace

void bench_prediction(const AnyStream& stream, const BenchSettings& settings, BenchReport& report) {
  for (Scenario& scenario : scenarios(settings.quick)) {
    BenchCase result;
    result.kind = "prediction";
    result.name = scenario.title;
    result.grid = scenario.grid.n;
    result.objects = static_cast<int>(scenario.objects.size());
    settings.report("prediction, " + scenario.title);
    try {
      const Quietly quietly;
      const double predicted =
          predicted_seconds(scenario.time, scenario.output,
                            dry_run(stream, scenario, settings.cache_folder.string()), !stream.on_cuda());
      std::error_code error;
      std::string folder = (std::filesystem::temp_directory_path(error) / "ibsim-bench-XXXXXX").string();
      if (error || !mkdtemp(folder.data()))
        throw ResourceError("cannot make a temporary folder like " + folder);
      scenario.output.folder = folder + "/run";
      RunOptions options;
      options.cache_folder = settings.cache_folder;
      const double begin = now();
      run_scenario(stream, scenario, options);
      const double needed = now() - begin;
      std::filesystem::remove_all(folder, error);
      const int threads = stream.on_cuda() ? 0 : cpu_threads();
      result.times = {{"predicted", threads, predicted, 1, 0, 0, no_figure, no_figure},
                      {"needed", threads, needed, 1, 0, 0, no_figure, no_figure}};
    } catch (const ResourceError& e) {
      result.skipped = e.what();
    }
    report.cases.push_back(std::move(result));
  }
}

} // namespace ibsim

#include "commands/bench_prediction.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "flow_run/run_prediction.hpp"
#include "flow_run/run_scenario.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "parallel/with_cuda.hpp"

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

std::vector<Scenario> scenarios(bool quick) {
  if (quick) return {sphere("small", 1, 100, 400, 50)};
  std::vector<Scenario> all{sphere("small", 1, 100, 400, 500), sphere("dense membrane", 1, 600, 6000, 200),
                            sphere("fine grid", 0.5, 100, 2000, 100)};
  Scenario fluid = sphere("fluid alone", 0.25, 100, 400, 50);
  fluid.objects.clear();
  all.push_back(fluid);
  return all;
}

/// Nothing is said of the runs themselves, but for warnings.
struct Quietly {
  Quietly() { log::set_console_level(log::Level::warning); }
  ~Quietly() { log::set_console_level(log::Level::info); }
};

} // namespace

template <class B>
void bench_prediction(const Stream<B>& stream, const BenchSettings& settings, BenchReport& report) {
  for (Scenario& scenario : scenarios(settings.quick)) {
    BenchCase result;
    result.kind = "prediction";
    result.name = scenario.title;
    result.grid = scenario.grid.n;
    result.objects = static_cast<int>(scenario.objects.size());
    settings.report("prediction, " + scenario.title);
    try {
      const Quietly quietly;
      const double predicted = predicted_seconds(scenario.time, scenario.output,
                                                 dry_run(stream, scenario, settings.cache_folder.string()),
                                                 std::is_same_v<B, Cpu>);
      std::error_code error;
      std::string folder = (std::filesystem::temp_directory_path(error) / "ibsim-bench-XXXXXX").string();
      if (error || !mkdtemp(folder.data()))
        throw ResourceError("cannot make a temporary folder like " + folder);
      scenario.output.folder = folder + "/run";
      RunOptions options;
      options.cache_folder = settings.cache_folder;
      const double begin = stream.seconds();
      run_scenario<B>(scenario, options);
      const double needed = stream.seconds() - begin;
      std::filesystem::remove_all(folder, error);
      const int threads = std::is_same_v<B, Cuda> ? 0 : cpu_threads();
      result.times = {{"predicted", threads, predicted, 1, 0, 0, no_figure, no_figure},
                      {"needed", threads, needed, 1, 0, 0, no_figure, no_figure}};
    } catch (const ResourceError& e) {
      result.skipped = e.what();
    }
    report.cases.push_back(std::move(result));
  }
}

template void bench_prediction(const Stream<Cpu>&, const BenchSettings&, BenchReport&);
#if defined(IBSIM_WITH_CUDA)
template void bench_prediction(const Stream<Cuda>&, const BenchSettings&, BenchReport&);
#endif

} // namespace ibsim

// `ibsim bench step --gpus N`: whole steps of many red cells on one GPU and on N of them. Beside the phases
// of the first rank, what keeps N from being N times as fast: of each phase what it takes beyond an N-th of
// one GPU's time, and how long ranks wait for the one that has most to do for its objects.
//
//   fluid          transposes between ranks and planes beside slabs
//   interpolate    velocities of sites, which every rank gets of all
//   membrane, spread   objects that reach more than one slab
//
// and the smaller case N times as large on N GPUs, each with as much to do as the one (weak scaling).
#include "bench/step_cases.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/scenario.hpp"
#include "simulation/simulation.hpp"

#include <algorithm>

namespace ibsim {
namespace {

struct Size3 {
  int cells, n, steps;
  int boxes = 1; ///< n^3 and so many cells each, one behind the other in z
  int all_cells() const { return boxes * cells; }
};
constexpr Size3 sizes[] = {{1000, 256, 100}, {8000, 512, 30}};

/// Cells in the paper's shear. @param papers its method, else that of today's defaults
Scenario cells_in_shear(const Size3& size, bool papers) {
  Scenario s;
  s.grid = {{size.n, size.n, size.boxes * size.n}, 0.25};
  s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::shear;
  s.time = {0.1, 170, false}; // whose every fifth step is sampled by phase
  if (papers) take_papers_method(s);
  s.objects = {red_cells(s.grid, size.all_cells())};
  return s;
}

template <class B>
void time_steps(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                int steps, BenchCase& result) {
  Simulation<B> simulation(stream, scenario, kinds);
  constexpr int warm_up = 5;
  for (int i = 0; i < warm_up; ++i) simulation.advance();
  simulation.check();
  const double begin = stream.seconds();
  for (int i = 0; i < steps; ++i) simulation.advance();
  simulation.check(); // waits for all ranks
  const double a_step = (stream.seconds() - begin) / steps;
  for (const PhaseTime& phase : simulation.phase_times())
    if (phase.phase != "step") result.times.push_back({phase.phase, 0, phase.median, steps});
  result.times.push_back({"step", 0, a_step, steps});
  if (const std::vector<RankTimes> ranks = simulation.times_of_ranks(); !ranks.empty()) {
    double longest = 0;
    for (const RankTimes& rank : ranks) longest = std::max(longest, rank.waits);
    result.times.push_back({"waiting, at most", 0, longest, steps});
  }
}

} // namespace

template <class B>
void bench_gpus(const Stream<B>& stream, const BenchSettings& settings, BenchReport& report) {
  SurfacesInTurn surfaces(settings.cache_folder);
  for (const bool papers : {true, false}) {
    /// @param one what one GPU takes for a box; null: this is that one
    const auto measure = [&](const Size3& size, int gpus, const BenchCase* one) {
      BenchCase start = case_of_steps(text("%d red cells, %s, on %d GPU%s", size.all_cells(),
                                           papers ? "imex-rk" : "bdf2", gpus, gpus > 1 ? "s" : ""),
                                      size.n, size.all_cells(), 8832);
      start.grid.z *= size.boxes;
      return measured_case(settings, report, start, [&](BenchCase& result) {
        Scenario scenario = cells_in_shear(size, papers);
        scenario.device.ranks = scenario.device.gpus_asked = gpus;
        time_steps(stream, scenario, surfaces.of(scenario), size.steps, result);
        std::string line = text("  %.4g ms a step", 1e3 * result.seconds("step"));
        if (!one || one->times.empty()) return line;
        const double as_fast = one->seconds("step") / result.seconds("step"),
                     part = static_cast<double>(size.boxes) / gpus; // of the one's time, at best
        line += size.boxes == 1 ? text(", %.2f times as fast", as_fast)
                                : text(", %.1f %% of what %d by themselves would do", 100 * as_fast, gpus);
        for (const std::string& phase : phase_names)
          line +=
              text(", %s +%.3g", phase.c_str(), 1e3 * (result.seconds(phase) - part * one->seconds(phase)));
        return line + text(" ms beyond %.3g of one; waiting %.3g ms", part,
                           1e3 * result.seconds("waiting, at most"));
      });
    };
    for (const Size3& size : sizes) {
      const BenchCase one = measure(size, 1, nullptr);
      measure(size, settings.gpus, &one);
      if (&size != sizes) continue;
      Size3 larger = size;
      larger.boxes = settings.gpus;
      measure(larger, settings.gpus, &one);
    }
  }
}

template void bench_gpus(const Stream<Cpu>&, const BenchSettings&, BenchReport&);
#if defined(IBSIM_WITH_CUDA)
template void bench_gpus(const Stream<Cuda>&, const BenchSettings&, BenchReport&);
#endif

} // namespace ibsim

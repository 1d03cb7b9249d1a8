// `ibsim bench step --gpus N`: whole steps of many red cells on one GPU and on N of them. `--ranks N` lets
// several share a GPU, or the cores of a CPU: that is how to try it, and no faster. Beside the phases of the
// first rank, what keeps N from being N times as fast:
//
//   of each phase   what it takes beyond an N-th of one's time: membrane and spread for objects that reach
//                   more than one slab, the others for messages
//   messages        transposes, or what else lines along z need, halos, and velocities of sites, each as on
//                   the rank where it takes least
//   waiting         what messages take longer on the rank that waits most for others
//
// and the smaller case N times as large by N ranks, each with as much to do as the one (weak scaling).
#include "base/wall_clock.hpp"
#include "bench/step_cases.hpp"
#include "model/scenario.hpp"
#include "simulation/simulation.hpp"

#include <algorithm>
#include <span>

namespace ibsim {
namespace {

struct Size3 {
  int cells, n, steps;
  int boxes = 1; ///< n^3 and so many cells each, one behind the other in z
  int all_cells() const { return boxes * cells; }
};
constexpr Size3 on_gpus[] = {{1000, 256, 100}, {8000, 512, 30}}, on_cores[] = {{4, 64, 20}},
                to_see[] = {{1, 32, 8}};
std::span<const Size3> sizes(bool quick, bool on_gpu) {
  if (quick) return to_see;
  return on_gpu ? std::span<const Size3>(on_gpus) : on_cores;
}

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

void time_steps(const AnyStream& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                int steps, BenchCase& result) {
  Simulation simulation(stream, scenario, kinds);
  constexpr int warm_up = 5;
  for (int i = 0; i < warm_up; ++i) simulation.advance();
  simulation.check();
  const double begin = now();
  for (int i = 0; i < steps; ++i) simulation.advance();
  simulation.check(); // waits for all ranks
  const double a_step = (now() - begin) / steps;
  for (const PhaseTime& phase : simulation.phase_times())
    if (phase.phase != "step") result.times.push_back({phase.phase, 0, phase.median, steps});
  result.times.push_back({"step", 0, a_step, steps});
  const std::vector<RankTimes> ranks = simulation.times_of_ranks();
  if (ranks.empty()) return;
  double longest = 0;
  std::vector<double> messages = ranks[0].messages;
  for (const RankTimes& rank : ranks) {
    longest = std::max(longest, rank.waits);
    for (std::size_t kind = 0; kind < messages.size(); ++kind)
      messages[kind] = std::min(messages[kind], rank.messages.at(kind));
  }
  for (std::size_t kind = 0; kind < messages.size(); ++kind)
    result.times.push_back({message_names[kind], 0, messages[kind], steps});
  result.times.push_back({"waiting", 0, longest, steps});
}

/// "2 GPUs", "3 ranks on 1 GPU", "2 ranks"
std::string in_words(int ranks, int gpus, bool on_gpu) {
  const std::string all = text("%d rank%s", ranks, ranks > 1 ? "s" : "");
  if (!on_gpu) return "by " + all;
  return (ranks == gpus ? "" : "by " + all + " ") + text("on %d GPU%s", gpus, gpus > 1 ? "s" : "");
}

} // namespace

void bench_gpus(const AnyStream& stream, const BenchSettings& settings, BenchReport& report) {
  SurfacesInTurn surfaces(settings.cache_folder);
  const bool on_gpu = stream.on_cuda();
  for (const bool papers : {true, false}) {
    /// @param one what one rank takes for a box; null: this is that one
    const auto measure = [&](const Size3& size, int ranks, const BenchCase* one) {
      const int gpus = std::min(ranks, settings.gpus);
      BenchCase start = case_of_steps(text("%d red cell%s, %s, ", size.all_cells(),
                                           size.all_cells() > 1 ? "s" : "", papers ? "imex-rk" : "bdf2") +
                                          in_words(ranks, gpus, on_gpu),
                                      size.n, size.all_cells(), 8832);
      start.grid.z *= size.boxes;
      return measured_case(settings, report, start, [&](BenchCase& result) {
        Scenario scenario = cells_in_shear(size, papers);
        scenario.device.ranks = ranks, scenario.device.gpus_asked = gpus;
        time_steps(stream, scenario, surfaces.of(scenario), size.steps, result);
        std::string line = text("  %.4g ms a step", 1e3 * result.seconds("step"));
        if (!one || one->times.empty()) return line;
        const double as_fast = one->seconds("step") / result.seconds("step"),
                     part = static_cast<double>(size.boxes) / ranks; // of the one's time, at best
        line += size.boxes == 1 ? text(", %.2f times as fast", as_fast)
                                : text(", %.1f %% of what %d by themselves would do", 100 * as_fast, ranks);
        for (const std::string& phase : phase_names)
          line +=
              text(", %s %+.3g", phase.c_str(), 1e3 * (result.seconds(phase) - part * one->seconds(phase)));
        line += text(" ms beyond %.3g of one;", part);
        for (const std::string& messages : message_names)
          line += text(" %s %.3g,", messages.c_str(), 1e3 * result.seconds(messages));
        return line + text(" waiting %.3g ms", 1e3 * result.seconds("waiting"));
      });
    };
    const std::span<const Size3> all = sizes(settings.quick, on_gpu);
    for (const Size3& size : all) {
      const BenchCase one = measure(size, 1, nullptr);
      measure(size, settings.ranks, &one);
      if (&size != &all.front()) continue;
      Size3 larger = size;
      larger.boxes = settings.ranks;
      measure(larger, settings.ranks, &one);
    }
  }
}

} // namespace ibsim

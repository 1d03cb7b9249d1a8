#include "bench/coupling_times.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/scenario.hpp"
#include "paper/measure_steps.hpp"
#include "paper/scattered_points.hpp"
#include "parallel/device.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/simulation_on.hpp"

namespace ibsim {
namespace {

/// The CPU threads of the process, as long as this lives.
struct CpuThreads {
  explicit CpuThreads(int n) : before(cpu_threads()) { set_cpu_threads(n); }
  ~CpuThreads() { set_cpu_threads(before); }
  CpuThreads(const CpuThreads&) = delete;
  int before;
};

/// f(stream) on the processor. @throws ResourceError if this binary has no such backend
template <class F>
CouplingTimes on(const ExperimentSettings& settings, const Processor& processor, F f) {
  if (!processor.cuda) {
    const CpuThreads threads(processor.threads > 0 ? processor.threads : all_cores(settings));
    const Stream<Cpu> stream;
    return f(stream);
  }
#if defined(IBSIM_WITH_CUDA)
  Stream<Cuda> stream;
  stream.max_work_items = processor.threads;
  return f(stream);
#else
  throw ResourceError("this binary was built without CUDA");
#endif
}

template <class Q>
struct OfStream;
template <class B>
struct OfStream<Stream<B>> {
  using Backend = B;
};
template <class Q>
using BackendOf = typename OfStream<Q>::Backend;

constexpr std::uint64_t scattered_steps = 1000, cell_steps = 10000; // the paper's, sections 4.1.1 and 4.2.2

} // namespace

CouplingTimes time_scattered_points(const ExperimentSettings& settings, Processor processor, int refinement,
                                    Index n, SpreadAlgorithm algorithm) {
  return on(settings, processor, [&](const auto& stream) {
    using B = BackendOf<std::decay_t<decltype(stream)>>;
    ScatteredPoints<B> points(stream, refinement, n, algorithm);
    const StepTimes t = measure_steps(stream, settings, scattered_phases, 2, scattered_steps,
                                      [&](PhaseTimer<B>& timer) { points.step(stream, timer); });
    return CouplingTimes{t.seconds[0] / 2, t.seconds[1], t.spread, t.steps};
  });
}

Scenario red_cells(const ExperimentSettings& settings, int cells) {
  Scenario s;
  s.title = "red cells";
  const int n = static_cast<int>(std::lround(16 / settings.sizes.cell_h));
  s.grid = {{n, n, n}, settings.sizes.cell_h};
  s.fluid = {1, 1};
  s.drive.shear_rate.mean = 1e-3;
  s.initial_flow = InitialFlow::shear;
  s.spread = SpreadAlgorithm::on_the_fly_buffer;
  take_papers_method(s);
  ObjectKind cell;
  cell.name = "red cell";
  cell.closed().surface = {ReferenceShape::red_cell, {3.91, 3.91, 3.91}};
  cell.closed().law = Skalak{2.5e-3, 0.25};
  cell.closed().data_sites = settings.sizes.data_sites;
  cell.closed().sample_sites = settings.sizes.sample_sites;
  // Four layers 4 um apart along z (a cell is less than 2.6 um thick), in each two cells on a diagonal, the
  // other one in the next layer: no two cells touch the same fluid.
  const Real3 places[8] = {{4, 4, 2},   {12, 12, 10}, {12, 4, 6}, {4, 12, 14},
                           {12, 12, 2}, {4, 4, 10},   {4, 12, 6}, {12, 4, 14}};
  for (int c = 0; c < cells; ++c) {
    Placement placement;
    placement.centre = places[c % 8];
    cell.placements.push_back(placement);
  }
  s.objects = {cell};
  s.time = {0.1, 1000, false};
  return s;
}

CouplingTimes time_red_cells(const ExperimentSettings& settings, Processor processor, int cells) {
  const Scenario scenario = red_cells(settings, cells);
  const std::vector<SurfaceKind> kinds = make_surface_kinds(scenario, settings.cache_folder);
  return on(settings, processor, [&](const auto& stream) {
    using B = BackendOf<std::decay_t<decltype(stream)>>;
    SimulationOn<B> simulation(stream, scenario, kinds);
    // phases watched: interpolation and all up to spreading
    const StepTimes t =
        measure_steps(stream, settings, phase_names, 3, cell_steps, [&](PhaseTimer<B>& timer) {
          simulation.step().advance(stream, simulation.state(), timer);
        });
    simulation.check();
    return CouplingTimes{t.seconds[static_cast<int>(Phase::interpolate)] / 2,
                         t.seconds[static_cast<int>(Phase::spread)], t.spread, t.steps};
  });
}

int all_cores(const ExperimentSettings& settings) {
  if (settings.threads > 0) return settings.threads;
  const CpuThreads all(0);
  return cpu_threads();
}

std::vector<int> thread_counts(const ExperimentSettings& settings) {
  const int all = all_cores(settings);
  std::vector<int> counts;
  for (int p = 1; p < all; p *= 2) counts.push_back(p);
  counts.push_back(all);
  return counts;
}

double factor_per_doubling(const std::vector<double>& threads, const std::vector<double>& seconds) {
  const double n = static_cast<double>(threads.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const double lp = std::log2(threads[i]), lt = std::log2(seconds[i]);
    x += lp / n, y += lt / n, xx += lp * lp / n, xy += lp * lt / n;
  }
  return std::exp2(-(xy - x * y) / (xx - x * x)); // NaN for fewer than two thread counts
}

void add_note_on_accuracy(const Table& table, std::vector<std::string>& notes) {
  double worst = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double u = table.number(row, "uncertainty");
    worst = std::max(worst, std::isnan(u) ? 1 : u);
  }
  if (worst > 0.1)
    notes.push_back(
        "Some times are known to no better than " + factor_text(100 * std::min(worst, 1.0)) +
        " %: the machine was busy, or the steps were few. Take the claims about speed with caution.");
}

std::string threads_text(int n) {
  return n == 0 ? "no limit" : std::to_string(n) + (n == 1 ? " thread" : " threads");
}

std::string seconds_text(double s) { return text("%.3g s", s); }
std::string factor_text(double f) { return text("%.3g", f); }

} // namespace ibsim

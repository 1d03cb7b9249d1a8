// `ibsim bench step`: whole time steps with red cells in the paper's set-up (h = 1/4 um, k = 0.1 us, shear
// 1000 1/s, 864 data and 8832 sample sites a cell), and of the fluid alone, in a periodic box, between
// walls and in unbounded shear; by phase, and beside them the floors: what the library calls of a step take
// alone. After them both schemes in time (fluid/time_scheme.hpp), each in 3/4 of the longest step that is
// stable as `time.step: auto` finds it, and so many seconds a physical millisecond; on a GPU also with
// --quick. bdf2 with tensions of both kinds (Tension), and with the 4384 sample sites, too, that a scenario
// has which says nothing of them.
//
//   transforms   two stages, of bdf2 one, of a real transform of three components forth and back; between
//                walls, of planes; in unbounded shear three forth and two back, of planes, and on a CPU of
//                lines in y too
//   product      the RBF operators (6 n_s) x n_d times the data sites n_d x 3 N of all cells
#include "bench/bench_points.hpp"
#include "bench/bench_timing.hpp"
#include "bench/step_cases.hpp"
#include "bench/where.hpp"
#include "limits/time_plan.hpp"
#include "linalg/dense_product.hpp"
#include "linalg/line_fft.hpp"
#include "linalg/plane_fft.hpp"
#include "model/scenario.hpp"
#include "parallel/device.hpp"
#include "simulation/simulation_on.hpp"
#include "step/step_traffic.hpp"

#include <optional>

namespace ibsim {
namespace {

/// What the membrane resists beside shear and change of area; contact: others that come near.
enum class Resists { nothing_else, bending, bending_and_shear_rate, contact, everything };

struct CaseSize {
  int cells, n; ///< red cells; grid cells a side
  real h;       ///< um
  int data_sites, sample_sites;
  int where;
  double reach; ///< seconds a step, on an NVIDIA H200
  Resists resists = Resists::nothing_else;
  /// in y: the paper's shear, walls and a pressure gradient, or unbounded shear
  Ends ends = Ends::periodic;
  real viscosity_ratio = 1;
  SiteMotion motion = SiteMotion::forward_euler; ///< the paper's
  /// The scheme that goes in its own steps, with the midpoint; else imex-rk in the paper's.
  std::optional<TimeScheme> in_own_steps = {};
  /// those of a scenario that says nothing of them (objects/suitable_sites.hpp)
  bool sites_of_grid = false;
  Tension tension = Tension::explicit_;
};
constexpr CaseSize in_own_steps(CaseSize size, TimeScheme scheme) {
  size.motion = SiteMotion::midpoint, size.in_own_steps = scheme;
  return size;
}
constexpr CaseSize one_cell{1, 64, 0.25, 864, 8832, gpu | cpu, no_figure},
    many_cells{1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::contact}, // which knows their gaps
    one_without_contact{1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::bending_and_shear_rate},
    one_with_all{1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::everything, Ends::periodic, 5},
    many_with_all{1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::everything, Ends::periodic, 5};
constexpr CaseSize with_sites_of_grid(CaseSize size) {
  size.sample_sites = 4384, size.sites_of_grid = true;
  return size;
}
constexpr CaseSize with_relaxed_tensions(CaseSize size) {
  size.tension = Tension::relaxed;
  return size;
}
constexpr CaseSize cases[] = {
    {1, 16, 1, 100, 400, quick, no_figure},
    {1, 64, 0.25, 864, 8832, gpu | cpu, 0.30e-3},
    {4, 64, 0.25, 864, 8832, gpu | cpu, 0.33e-3},
    {64, 128, 0.25, 864, 8832, gpu, 1.6e-3},
    {1000, 256, 0.25, 864, 8832, gpu, 14e-3},
    {1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::bending},
    {1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::bending_and_shear_rate},
    {1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::bending},
    {1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::bending_and_shear_rate},
    {4, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::contact},
    {1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::contact},
    {1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::nothing_else, Ends::periodic, 5},
    {64, 128, 0.25, 864, 8832, gpu, no_figure, Resists::nothing_else, Ends::periodic, 5},
    {1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::nothing_else, Ends::periodic, 5},
    {1, 64, 0.25, 864, 8832, gpu | cpu, 0.25e-3, Resists::nothing_else, Ends::walls},
    {1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::nothing_else, Ends::walls, 5},
    {1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::nothing_else, Ends::lees_edwards},
    {1, 64, 0.25, 864, 8832, gpu | cpu, no_figure, Resists::nothing_else, Ends::periodic, 1,
     SiteMotion::midpoint},
    {1000, 256, 0.25, 864, 8832, gpu, no_figure, Resists::nothing_else, Ends::periodic, 1,
     SiteMotion::midpoint},
    {0, 64, 0.25, 0, 0, gpu | cpu, no_figure},
    {0, 64, 0.25, 0, 0, gpu | cpu, no_figure, Resists::nothing_else, Ends::walls},
    {0, 64, 0.25, 0, 0, gpu | cpu, no_figure, Resists::nothing_else, Ends::lees_edwards},
    {0, 128, 0.25, 0, 0, gpu | cpu, no_figure},
    {0, 128, 0.25, 0, 0, gpu | cpu, no_figure, Resists::nothing_else, Ends::walls},
    {0, 128, 0.25, 0, 0, gpu | cpu, no_figure, Resists::nothing_else, Ends::lees_edwards},
    {0, 256, 0.25, 0, 0, gpu, no_figure},
    {0, 256, 0.25, 0, 0, gpu, no_figure, Resists::nothing_else, Ends::walls},
    {0, 256, 0.25, 0, 0, gpu, no_figure, Resists::nothing_else, Ends::lees_edwards},
    in_own_steps({1, 16, 1, 100, 400, quick, no_figure}, TimeScheme::imex_rk),
    in_own_steps({1, 16, 1, 100, 400, quick, no_figure}, TimeScheme::bdf2),
    with_relaxed_tensions(in_own_steps({1, 16, 1, 100, 400, quick, no_figure}, TimeScheme::bdf2)),
    in_own_steps(one_cell, TimeScheme::imex_rk),
    in_own_steps(one_cell, TimeScheme::bdf2),
    with_relaxed_tensions(in_own_steps(one_cell, TimeScheme::bdf2)),
    in_own_steps(many_cells, TimeScheme::imex_rk),
    in_own_steps(many_cells, TimeScheme::bdf2),
    with_relaxed_tensions(in_own_steps(many_cells, TimeScheme::bdf2)),
    in_own_steps(one_without_contact, TimeScheme::bdf2),
    in_own_steps(one_with_all, TimeScheme::imex_rk),
    in_own_steps(one_with_all, TimeScheme::bdf2),
    in_own_steps(many_with_all, TimeScheme::imex_rk),
    in_own_steps(many_with_all, TimeScheme::bdf2),
    in_own_steps(with_sites_of_grid(one_cell), TimeScheme::bdf2),
    in_own_steps(with_sites_of_grid(many_cells), TimeScheme::bdf2),
    in_own_steps(with_sites_of_grid(one_without_contact), TimeScheme::bdf2),
    in_own_steps(with_sites_of_grid(one_with_all), TimeScheme::bdf2),
    in_own_steps(with_sites_of_grid(many_with_all), TimeScheme::bdf2),
};

Scenario red_cells_in_flow(const CaseSize& size) {
  Scenario s;
  s.grid = {{size.n, size.n, size.n}, size.h};
  s.grid.topology.y.ends = size.ends;
  if (size.ends == Ends::walls) {
    const real height = s.grid.lengths().y; // a wall shear rate of 1000 1/s
    s.drive.pressure_gradient.mean = 2e-3 * s.fluid.viscosity / height;
    s.initial_flow = InitialFlow::developed;
  } else if (size.ends == Ends::lees_edwards)
    s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::developed;
  else
    s.drive.shear_rate.mean = 1e-3, s.initial_flow = InitialFlow::shear;
  s.time = {0.1, 1000, false};
  take_papers_method(s);
  s.motion = size.motion;
  if (size.cells == 0) return s;
  ObjectKind cell = red_cells(s.grid, size.cells, size.data_sites, size.sample_sites);
  const bool all = size.resists == Resists::everything;
  if (all || size.resists == Resists::contact) s.contact = {.pressure = 0.1, .range = 2 * size.h};
  if (size.resists != Resists::nothing_else && size.resists != Resists::contact)
    cell.closed().bending = {.modulus = 2e-4, .about_reference = true};
  if (all || size.resists == Resists::bending_and_shear_rate)
    cell.closed().viscosity = {.viscosity = 30, .modulus = 0.3};
  cell.closed().viscosity_ratio = size.viscosity_ratio;
  s.objects = {cell};
  if (size.in_own_steps) { // so many of them are a long time: of cells at rest, which need no force to stay
    s.membrane = MembraneForm::resolved;
    s.drive.shear_rate = {}, s.initial_flow = InitialFlow::rest;
    s.scheme = *size.in_own_steps;
    s.tension = size.tension;
  }
  return s;
}

/// Seconds of the transforms of one step: those of planes, and on CPUs of lines, which on a GPU go with the
/// solve.
template <class B>
double transforms_alone(const Stream<B>& stream, const Grid& grid, int stages, double budget) {
  const Ends ends = grid.topology.y.ends;
  const bool sheared = ends == Ends::lees_edwards, periodic = ends == Ends::periodic;
  const std::size_t fields = sheared ? 6 : 3; // those of both stages that live at the start, at once
  Array<real, B> field(stream, fields * static_cast<std::size_t>(grid.cells()));
  Array<Complex, B> spectrum(stream, fields * PlaneFft<B>::complex_size(grid.n));
  real* const u = field.data();
  PlaneFft<B> planes(stream, grid.n, periodic ? Planes::xy : Planes::zx, 3);
  std::optional<PlaneFft<B>> planes_of_both;
  std::optional<LineFft<B>> lines, lines_back;
  if (sheared) planes_of_both.emplace(stream, grid.n, Planes::zx, 6);
  if (std::is_same_v<B, Cpu> && ends != Ends::walls) {
    const Index inner = (grid.n.x / 2 + 1) * (periodic ? grid.n.y : grid.n.z);
    lines.emplace(stream, periodic ? grid.n.z : grid.n.y, inner, 3);
    lines_back.emplace(stream, periodic ? grid.n.z : grid.n.y, inner, periodic ? 2 : 3);
  }
  return time_calls(
             stream, {"transforms"}, budget, 3, 200,
             [&](PhaseTimer<B>& timer) {
               timer.begin(stream);
               for (int stage = 0; stage < stages; ++stage) {
                 (sheared && stage == 0 ? *planes_of_both : planes).forward(stream, u, spectrum.data());
                 if (lines) lines->forward(stream, spectrum.data());
                 if (lines_back) lines_back->inverse(stream, spectrum.data());
                 planes.inverse(stream, spectrum.data(), u);
               }
               timer.mark(stream, 0);
             })
      .seconds[0];
}

/// Seconds of the product of one step.
template <class B>
double product_alone(const Stream<B>& stream, const RbfOperators& operators, int objects, double budget) {
  const Index batch = operators.symmetry, rows = surface_operators * (operators.n_sample / batch),
              columns = 3 * objects,
              width = operators.functions > 0 ? operators.functions : operators.n_data / batch;
  const Array<real, B> matrix(stream, operators.matrix),
      factor(stream, std::vector<real>(static_cast<std::size_t>(batch) * width * columns, 1.1));
  Array<real, B> block(static_cast<std::size_t>(batch) * rows * columns);
  DenseProduct<B> product(stream);
  return time_calls(stream, {"product"}, budget, 3, 200,
                    [&](PhaseTimer<B>& timer) {
                      timer.begin(stream);
                      product.multiply(stream, batch, rows, columns, width, matrix.data(), factor.data(),
                                       block.data());
                      timer.mark(stream, 0);
                    })
      .seconds[0];
}

/// Free memory of the device; 0 where that is the host, whose other programs come and go.
template <class B>
double free_device_memory() {
  if constexpr (std::is_same_v<B, Cuda>)
    return static_cast<double>(free_cuda_memory());
  else
    return 0;
}

/// @param in_own_steps in 3/4 of the longest step that is stable: membranes stiffen as they stretch
template <class B>
void time_steps(const Stream<B>& stream, const Scenario& scenario, const std::vector<SurfaceKind>& kinds,
                bool in_own_steps, double budget, BenchCase& result) {
  const int threads = std::is_same_v<B, Cuda> ? 0 : cpu_threads();
  const double arrays_before = static_cast<double>(allocated_bytes<B>()),
               free_before = free_device_memory<B>();
  SimulationOn<B> simulation(stream, scenario, kinds);
  if (in_own_steps) {
    result.time_step = 0.75 / scenario.time.safety * simulation.safe_step();
    simulation.state().time_step = result.time_step;
  }
  const CallTimes phases = time_calls(stream, phase_names, budget, 5, 400, [&](PhaseTimer<B>& timer) {
    simulation.step().advance(stream, simulation.state(), timer);
  });
  simulation.check();

  // The whole step on its own: by the wall clock, over steps in a row that nobody times.
  PhaseTimer<B> unused(stream, phase_names, 1000000);
  stream.synchronize();
  const double begin = stream.seconds();
  for (int i = 0; i < phases.calls; ++i) simulation.step().advance(stream, simulation.state(), unused);
  const double a_step = (stream.seconds() - begin) / phases.calls;
  simulation.check();
  result.array_bytes = static_cast<double>(allocated_bytes<B>()) - arrays_before;
  result.device_bytes = free_before - free_device_memory<B>();

  const std::vector<PhaseTraffic> traffic = least_traffic(scenario, kinds);
  PhaseTraffic all;
  for (std::size_t p = 0; p < traffic.size(); ++p) {
    result.times.push_back({phase_names[p], threads, phases.seconds[p], phases.calls, traffic[p].points,
                            traffic[p].bytes, no_figure, no_figure});
    all.bytes += traffic[p].bytes;
  }
  result.times.push_back({"step", threads, a_step, phases.calls, 0, all.bytes, no_figure, no_figure});
}

/// A line for who waits, and for a log that is cut off.
std::string measured_line(const BenchCase& c) {
  std::string line = text("  %.4g ms a step", 1e3 * c.seconds("step"));
  if (c.time_step > 0)
    line += text(" of %.3g us, %.4g s a physical millisecond", c.time_step, c.seconds_a_millisecond());
  return line;
}

BenchCase named_case(const CaseSize& size) {
  BenchCase result = case_of_steps(size.cells == 0   ? "fluid"
                                   : size.cells == 1 ? "1 red cell"
                                                     : text("%d red cells", size.cells),
                                   size.n, size.cells, size.sample_sites);
  if (size.resists == Resists::bending) result.name += ", bending";
  if (size.resists == Resists::bending_and_shear_rate) result.name += ", bending and viscosity";
  if (size.resists == Resists::contact) result.name += ", contact";
  if (size.resists == Resists::everything) result.name += ", bending, viscosity and contact";
  if (size.sites_of_grid) result.name += text(", %d sites", size.sample_sites);
  if (size.viscosity_ratio != 1) result.name += ", viscosity ratio " + text("%g", size.viscosity_ratio);
  if (size.in_own_steps) {
    result.compared = result.name, result.scheme = size.in_own_steps == TimeScheme::bdf2 ? "bdf2" : "imex-rk";
    if (size.tension == Tension::relaxed) result.scheme += " with relaxed tensions";
    result.name += ", " + result.scheme + " in its own steps";
  } else if (size.motion == SiteMotion::midpoint)
    result.name += ", midpoint";
  if (size.ends == Ends::walls) result.name += " between walls";
  if (size.ends == Ends::lees_edwards) result.name += " in unbounded shear";
  return result;
}

template <class B>
void measure(const Stream<B>& stream, const CaseSize& size, double budget, const BenchSettings& settings,
             SurfacesInTurn& surfaces, BenchReport& report) {
  measured_case(settings, report, named_case(size), [&](BenchCase& measured) {
    const Scenario scenario = red_cells_in_flow(size);
    const std::vector<SurfaceKind>& kinds = surfaces.of(scenario);
    time_steps(stream, scenario, kinds, size.in_own_steps.has_value(), budget, measured);
    measured.times[static_cast<std::size_t>(Phase::fluid)].floor =
        transforms_alone(stream, scenario.grid, scenario.is_bdf2() ? 1 : 2, budget / 4);
    if (size.cells > 0)
      measured.times[static_cast<std::size_t>(Phase::membrane)].floor =
          product_alone(stream, kinds[0].operators, size.cells, budget / 4);
    if (report.is_h200) measured.times.back().reach = size.reach;
    return measured_line(measured);
  });
}

template <class B>
void steps_on(const Stream<B>& stream, const BenchSettings& settings, BenchReport& report) {
  constexpr bool on_gpu = std::is_same_v<B, Cuda>;
  const int here = settings.quick ? quick : on_gpu ? gpu : cpu;
  const double budget = settings.quick ? on_gpu ? 0.3 : 0.05 : on_gpu ? 1 : 3;
  SurfacesInTurn surfaces(settings.cache_folder);
  for (const CaseSize& size : cases) {
    const bool wanted =
        settings.quick ? size.where & here || (on_gpu && size.in_own_steps) : size.where != quick;
    if (!wanted) continue;
    if (size.where & (on_gpu ? gpu | quick : here)) {
      measure(stream, size, budget, settings, surfaces, report);
      continue;
    }
    BenchCase result = named_case(size);
    result.skipped = "for the GPU: a step takes seconds on a CPU";
    report.cases.push_back(std::move(result));
  }
}

} // namespace

void bench_step(const AnyStream& any, const BenchSettings& settings, BenchReport& report) {
  if (settings.ranks > 1) return bench_gpus(any, settings, report);
  any.with([&](const auto& stream) { steps_on(stream, settings, report); });
}

} // namespace ibsim

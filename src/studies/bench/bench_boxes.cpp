// `ibsim bench boxes`: N runs in one process, a thread and a stream each, without output: 64^3 cells with a
// red cell, of whose membrane the law alone resists (the box of docs/sweeps.md), and with a healthy one. Each
// box has a shear of its own. Times are by the wall clock; the bits of each box are held against those that
// it has alone.
#include "base/text.hpp"
#include "bench/boxes.hpp"
#include "bench/step_cases.hpp"
#include "objects/presets.hpp"
#include "parallel/device.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace ibsim {
namespace {

struct BoxSize {
  int n; ///< grid cells a side
  real h;
  int data_sites, sample_sites;
  int before, timed; ///< steps
};

/// The box of this number. It tumbles in plasma if it is a healthy cell.
Scenario box_of(const BoxSize& size, bool healthy, int number) {
  Scenario s;
  s.grid = {{size.n, size.n, size.n}, size.h};
  s.drive.shear_rate.mean = 1e-3 * (1 + number / real{64}), s.initial_flow = InitialFlow::shear;
  s.time = {0.1, 1000, false};
  s.objects = {red_cells(s.grid, 1, size.data_sites, size.sample_sites)};
  if (healthy) {
    apply_preset(FluidPreset::plasma, body_temperature, s.fluid);
    apply_preset(CellPreset::healthy, body_temperature, s.fluid.viscosity, s.objects[0].closed());
  }
  return s;
}

} // namespace

void bench_boxes(const AnyStream& stream, const BenchSettings& settings, BenchReport& report) {
  const bool on_gpu = stream.on_cuda();
  const BoxSize size = settings.quick ? BoxSize{16, 1, 100, 400, 5, 10}
                       : on_gpu       ? BoxSize{64, 0.25, 864, 8832, 130, 500}
                                      : BoxSize{64, 0.25, 864, 8832, 3, 10};
  const int threads = on_gpu ? 0 : cpu_threads();
  const int most = settings.quick ? 2 : on_gpu ? 32 : std::max(1, threads);
  for (const bool healthy : {false, true}) {
    std::vector<Scenario> scenarios;
    for (int number = 0; number < most; ++number) scenarios.push_back(box_of(size, healthy, number));
    const std::vector<SurfaceKind> kinds = make_surface_kinds(scenarios[0], settings.cache_folder);
    const std::string what = healthy ? "a healthy red cell" : "a red cell";
    std::vector<std::uint64_t> alone; // hashes
    for (int at_once = 1; at_once <= most; at_once *= 2) {
      BenchCase start;
      start.kind = "boxes", start.compared = what, start.objects = at_once;
      start.name = what + text(", %d at once", at_once), start.grid = scenarios[0].grid.n;
      start.points = at_once * static_cast<double>(size.sample_sites);
      measured_case(settings, report, start, [&](BenchCase& result) {
        const auto together = [&](int first, int last) {
          return run_boxes(stream, std::vector<Scenario>(scenarios.begin() + first, scenarios.begin() + last),
                           kinds, size.before, size.timed);
        };
        while (static_cast<int>(alone.size()) < at_once) {
          const int next = static_cast<int>(alone.size());
          alone.push_back(together(next, next + 1).hashes[0]);
        }
        const BoxesRun boxes = together(0, at_once);
        result.same_bits = std::equal(boxes.hashes.begin(), boxes.hashes.end(), alone.begin());
        const double steps = static_cast<double>(at_once) * size.timed,
                     of_each = std::reduce(boxes.seconds.begin(), boxes.seconds.end()) / steps;
        const int calls = at_once * size.timed;
        result.times = {{"set-up of a box", threads, boxes.set_up / at_once, at_once},
                        {"a step of each", threads, of_each, calls},
                        {"step", threads, boxes.together / steps, calls}};
        return text("  %.4g ms a step of each, %.4g steps a second together", 1e3 * of_each,
                    steps / boxes.together);
      });
    }
  }
}

} // namespace ibsim

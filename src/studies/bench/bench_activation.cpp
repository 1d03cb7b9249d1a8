// `ibsim bench activation`: solves of the eikonal equation on ventricles, by schedule, storage and precision.
//
// "Mpoints/s" are million tetrahedra a second. Bytes are the least traffic: every tetrahedron's numbers and
// vertices and its four incidences once, every vertex's time in and out. Set-up (incidences, products,
// upload) is timed apart.
#include "base/text.hpp"
#include "bench/bench.hpp"
#include "paper/eikonal_hearts.hpp"
#include "parallel/device.hpp"

#include <algorithm>
#include <type_traits>

namespace ibsim {
namespace {

struct Kind {
  SolveSchedule schedule;
  MeshStorage storage;
  TimePrecision precision;
};

double least_bytes(const Heart& heart, const Kind& kind) {
  const double number = kind.precision == TimePrecision::single_ ? 4 : 8;
  const double numbers = kind.storage == MeshStorage::products ? 18 : 6;
  const double cells = heart.mesh.cells(), vertices = heart.mesh.vertices();
  return cells * (numbers * number + 16 + 16) +
         vertices * (4 + 2 * number + (kind.storage == MeshStorage::coordinates ? 3 * number : 0));
}

void bench_heart(bool gpu, const BenchSettings& settings, double tetrahedra, const std::vector<Kind>& kinds,
                 BenchReport& report) {
  settings.report("a ventricle of " + size_text(tetrahedra));
  const Heart& heart = heart_of(tetrahedra);
  BenchCase c;
  c.kind = "activation";
  c.name = "ventricle of " + size_text(heart.mesh.cells());
  c.points = heart.mesh.cells();
  c.objects = 1;
  for (const Kind& kind : kinds) {
    SolveOptions options;
    options.schedule = kind.schedule, options.storage = kind.storage, options.precision = kind.precision;
    const std::string precision = kind.precision == TimePrecision::single_ ? "single" : "double";
    settings.report(to_string(kind.schedule) + ", " + to_string(kind.storage) + ", " + precision);
    const HeartTime t = time_heart(heart, options, gpu ? 0 : cpu_threads());
    BenchTime time;
    time.operation = text("%-9s %-11s %s: %4.1f solves, %5.1f B", to_string(kind.schedule).c_str(),
                          to_string(kind.storage).c_str(), precision.substr(0, 1).c_str(),
                          double(t.statistics.solves) / heart.mesh.cells(), t.bytes_a_tetrahedron);
    time.threads = gpu ? 0 : cpu_threads();
    time.seconds = t.seconds;
    time.calls = 1;
    time.points = heart.mesh.cells();
    time.bytes = least_bytes(heart, kind);
    const bool window = kind.schedule == SolveSchedule::window && kind.storage == MeshStorage::edges;
    if (report.is_h200 && window && heart.mesh.cells() > 20000000)
      time.reach = kind.precision == TimePrecision::single_ ? 0.035 : 0.060;
    if (report.is_h200 && window && heart.mesh.cells() < 4000000 && kind.precision == TimePrecision::single_)
      time.reach = 0.008;
    c.times.push_back(time);
    if (kind.schedule == SolveSchedule::window && kind.storage == MeshStorage::edges) {
      BenchTime set_up;
      set_up.operation = "set-up for " + precision + " (after the mesh is ordered)";
      set_up.threads = time.threads;
      set_up.seconds = t.set_up;
      set_up.calls = 1;
      set_up.points = time.points;
      c.times.push_back(set_up);
    }
    c.array_bytes = std::max(c.array_bytes, t.bytes_a_tetrahedron * heart.mesh.cells());
  }
  report.cases.push_back(c);
}

} // namespace

void bench_activation(const AnyStream& stream, const BenchSettings& settings, BenchReport& report) {
  const bool gpu = stream.on_cuda();
  const TimePrecision single = TimePrecision::single_, twice = TimePrecision::double_;
  std::vector<Kind> all{{SolveSchedule::window, MeshStorage::edges, single},
                        {SolveSchedule::window, MeshStorage::edges, twice},
                        {SolveSchedule::window, MeshStorage::products, single},
                        {SolveSchedule::window, MeshStorage::coordinates, single},
                        {SolveSchedule::scan, MeshStorage::edges, single},
                        {SolveSchedule::scan, MeshStorage::products, single},
                        {SolveSchedule::shared, MeshStorage::edges, single},
                        {SolveSchedule::domains_1, MeshStorage::edges, single},
                        {SolveSchedule::domains_2, MeshStorage::edges, single}};
  if (!gpu) {
    all.push_back({SolveSchedule::sweeping, MeshStorage::edges, single});
    all.push_back({SolveSchedule::list, MeshStorage::edges, single});
  }
  const double quick = gpu ? 3e4 : 1e4;
  bench_heart(gpu, settings, settings.quick ? quick : gpu ? 3.073529e6 : 5e5, all, report);
  if (!settings.quick)
    bench_heart(gpu, settings, gpu ? 24.400999e6 : 3.073529e6,
                {{SolveSchedule::window, MeshStorage::edges, single},
                 {SolveSchedule::window, MeshStorage::edges, twice}},
                report);
}

} // namespace ibsim

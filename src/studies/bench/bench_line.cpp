// `ibsim bench line`: what separates steps on this machine, then a step of heat, Kuramoto-Sivashinsky and
// Sod's gas by every scheme.
#include "base/text.hpp"
#include "bench/bench.hpp"
#include "bench/line_times.hpp"
#include "parallel/device.hpp"
#include "parallel/latency.hpp"

#include <cmath>

namespace ibsim {
namespace {

using line::EquationKind;
using line::Scheme;

/// What ibsim means to reach on an H200 by its best scheme, seconds a step.
double reach_of(EquationKind equation, int log2_points) {
  if (equation == EquationKind::heat)
    return log2_points <= 14 ? 0.05e-6 : log2_points == 17 ? 0.08e-6 : log2_points == 20 ? 0.5e-6 : 7.5e-6;
  if (equation == EquationKind::kuramoto_sivashinsky && log2_points <= 14) return 0.12e-6;
  return no_figure;
}

template <class B>
void line_on(const Stream<B>& stream, const BenchSettings& settings, BenchReport& report) {
  constexpr bool gpu = std::is_same_v<B, Cuda>;
  const int threads = gpu ? 0 : cpu_threads();
  settings.report("line: what separates steps");
  BenchCase separate;
  separate.kind = "line", separate.name = "what separates steps";
  for (const auto& [name, seconds] : latencies(stream)) {
    BenchTime t;
    t.operation = name, t.threads = threads, t.seconds = seconds, t.calls = 2000;
    separate.times.push_back(t);
  }
  report.cases.push_back(separate);

  std::vector<int> sizes = gpu ? std::vector<int>{11, 14} : std::vector<int>{10, 11};
  if (!settings.quick)
    sizes = gpu ? std::vector<int>{10, 11, 14, 17, 20, 24} : std::vector<int>{10, 11, 12, 14, 17};
  for (const EquationKind equation :
       {EquationKind::heat, EquationKind::kuramoto_sivashinsky, EquationKind::euler})
    for (const int size : sizes) {
      if (equation != EquationKind::heat && size > (gpu ? 20 : 14)) continue; // minutes
      const std::string& name = line::equation_names()[static_cast<std::size_t>(equation)];
      settings.report("line: " + name + text(", 2^%d points", size));
      BenchCase c;
      c.kind = "line", c.name = name + text(", 2^%d points", size), c.points = std::ldexp(1, size);
      for (const Scheme scheme :
           {Scheme::launches, Scheme::graph, Scheme::barrier, Scheme::swept, Scheme::halo}) {
        BenchTime t;
        t.operation = line::to_string(scheme), t.threads = threads, t.calls = 3, t.points = c.points;
        t.seconds =
            line_step_time(stream, swept_case(equation, size), scheme, 0, settings.quick ? 0.01 : 0.05);
        if (report.is_h200 && gpu && (scheme == Scheme::swept || scheme == Scheme::halo))
          t.reach = reach_of(equation, size);
        if (std::isfinite(t.seconds)) c.times.push_back(t);
      }
      report.cases.push_back(c);
    }
}

} // namespace

void bench_line(const AnyStream& any, const BenchSettings& settings, BenchReport& report) {
  any.with([&](const auto& stream) { line_on(stream, settings, report); });
}

} // namespace ibsim

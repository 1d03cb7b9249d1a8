#include "swept/pulse_forecast.hpp"

#include "base/text.hpp"
#include "base/units.hpp"
#include "swept/line_solver.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim::line {
namespace {

constexpr real coarser = 8;        ///< cells of the forecast over those of the run
constexpr real most_updates = 3e8; ///< of points by the forecast: some seconds
constexpr std::uint64_t most_looks = 100000;
constexpr std::uint64_t looked_every = 8; ///< steps, of half a cell each

bool finite(const std::vector<real>& values) {
  return std::all_of(values.begin(), values.end(), [](real v) { return std::isfinite(v); });
}

/// The fastest wave of one coarse run, its rate for the cells of `fine`. @return false if it is not stable
bool forecast(const LineScenario& coarse, const LineSetUp& set, const LineSetUp& fine, FastestWave& most) {
  const Stream<Cpu> stream;
  const auto solver = make_line_solver(stream, coarse, set);
  const auto all = static_cast<std::uint64_t>(std::ceil(coarse.time.end / coarse.time.step));
  const auto affordable =
      std::min(looked_every * most_looks, static_cast<std::uint64_t>(most_updates / set.lines.points()));
  const std::uint64_t steps = std::min(all, affordable);
  most.complete = steps == all;
  while (solver->steps() < steps) {
    solver->advance(std::min(looked_every, steps - solver->steps()));
    const std::vector<real> values = solver->values();
    if (!finite(values)) return false;
    const real time = static_cast<real>(solver->steps()) * coarse.time.step;
    FastestWave now = fastest_wave(coarse, set, values, time);
    if (now.rate * coarse.time.step > 1) return false;
    now.rate *= set.cell[now.vessel] / fine.cell[now.vessel];
    if (now.rate > most.rate) now.complete = most.complete, most = now;
    most.until = time;
  }
  return true;
}

} // namespace

FastestWave fastest_wave(const LineScenario& s, const LineSetUp& set, const std::vector<real>& values,
                         real time) {
  FastestWave most;
  most.time = time;
  const auto n = static_cast<std::size_t>(set.lines.points());
  for (std::size_t k = 0; k < set.vessels.size(); ++k) {
    const Segment& segment = set.lines.segments[k];
    for (auto i = static_cast<std::size_t>(segment.first);
         i < static_cast<std::size_t>(segment.first + segment.points); ++i) {
      const real part = part_of(segment, static_cast<Index>(i));
      const real wave = vessel_at(set.vessels[k], part * segment.points * set.cell[k]).wave,
                 c = wave * std::sqrt(std::sqrt(values[i]));
      const real rate = (std::abs(values[n + i]) + c) / set.cell[k];
      if (!(rate > most.rate)) continue;
      most.rate = rate, most.vessel = k;
      most.x = (static_cast<real>(i) - segment.first + real{0.5}) * set.cell[k];
      most.pressure = pressure_at(s.network.vessels[k], values[i], part);
    }
  }
  return most;
}

FastestWave forecast_fastest_wave(const LineScenario& s, const LineSetUp& fine) {
  LineScenario coarse = s;
  coarse.cell = coarser * s.cell;
  coarse.method = {Scheme::barrier, 0, 0};
  const LineSetUp set = set_up(coarse);
  FastestWave most = fastest_wave(s, fine, fine.start, 0);
  for (const real part : {0.5, 0.25, 0.125}) { // of the limit at the start
    coarse.time.step = part * step_limit(coarse, set).step;
    FastestWave found = most;
    if (forecast(coarse, set, fine, found)) return found;
  }
  most.complete = false;
  return most;
}

std::string in_words(const LineScenario& s, const FastestWave& w) {
  return s.network.vessels[w.vessel].name +
         text(" at %.3g mm, where the pressure is %.3g kPa at ", w.x / 1e3, w.pressure) +
         about_quantity(std::stod(text("%.3g", w.time)), dimension::time);
}

} // namespace ibsim::line

#include "line_run/stable_step.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "line_run/line_application.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

bool is_finite(real value) { return std::isfinite(value); }

/// "point 93", or for vessels "artery at 63 mm".
std::string place_of(const line::LineScenario& s, const line::LineSetUp& set, std::size_t point) {
  if (s.equation != line::EquationKind::pulse) return text("point %zu", point);
  std::size_t k = 0;
  while (k + 1 < set.lines.segments.size() &&
         point >= static_cast<std::size_t>(set.lines.segments[k + 1].first))
    ++k;
  const auto into = static_cast<real>(point) - set.lines.segments[k].first + real{0.5};
  return s.network.vessels[k].name + text(" at %.3g mm", into * set.cell[k] / 1e3);
}

/// A state, and a later step that is wrong.
struct Interval {
  LineState good;
  std::uint64_t bad = 0;
};

/// The last state that is right and the step behind it, by halving. @param right of a state
template <class Right>
Interval narrowed(line::LineSolver& solver, Interval in, const Right& right) {
  while (in.bad - in.good.steps > 1) {
    const std::uint64_t middle = in.good.steps + (in.bad - in.good.steps) / 2;
    solver.restore(in.good.steps, in.good.values);
    solver.advance(middle - in.good.steps);
    LineState state{middle, solver.values()};
    if (right(state))
      in.good = std::move(state);
    else
      in.bad = middle;
  }
  return in;
}

} // namespace

line::StepLimit require_stable_step(const line::LineScenario& s, const line::LineSetUp& set,
                                    const std::filesystem::path& file, std::vector<std::string>& warnings) {
  line::StepLimit limit = line::step_limit(s, set);
  if (s.equation != line::EquationKind::pulse) return limit;
  const line::FastestWave wave = line::forecast_fastest_wave(s, set);
  if (wave.rate > 0 && 1 / wave.rate < limit.step)
    limit = {1 / wave.rate, "(|u| + c) dt/dx <= 1 in " + line::in_words(s, wave)};
  if (s.time.step <= limit.step * (1 + 1e-9)) return limit;
  const std::string message = file.string() + ": time.step: " + line_time_text(s, s.time.step) +
                              " is more than the stability limit, " + line_time_text(s, limit.step) + " (" +
                              limit.why + ")";
  if (!s.time.beyond_stability_limit)
    throw InputError(message + "; to go beyond it all the same: time.beyond_stability_limit: true");
  warnings.push_back(message);
  return limit;
}

std::string divergence_message(const line::LineScenario& s, const line::LineSetUp& set,
                               line::LineSolver& solver, const LineState& good, std::uint64_t bad_step) {
  const Interval end = narrowed(solver, {good, bad_step}, [](const LineState& state) {
    return std::all_of(state.values.begin(), state.values.end(), is_finite);
  });
  solver.restore(end.good.steps, end.good.values);
  solver.advance(1);
  const std::vector<real> values = solver.values();
  const auto wrong = std::find_if_not(values.begin(), values.end(), is_finite) - values.begin();
  std::string message =
      text("the simulation diverged: at step %llu, t = ", static_cast<unsigned long long>(end.bad)) +
      line_time_text(s, static_cast<real>(end.bad) * s.time.step) + ", " +
      place_of(s, set, static_cast<std::size_t>(wrong) % static_cast<std::size_t>(set.lines.points())) +
      " is no longer finite";
  if (s.equation == line::EquationKind::pulse) {
    const auto wave_of = [&](const LineState& state) {
      return line::fastest_wave(s, set, state.values, static_cast<real>(state.steps) * s.time.step);
    };
    const auto is_stable = [&](const LineState& state) {
      return wave_of(state).rate * s.time.step <= 1 &&
             std::all_of(state.values.begin(), state.values.end(), is_finite);
    };
    const Interval passed = narrowed(solver, {good, end.bad}, is_stable);
    message += "; (|u| + c) dt/dx passed 1 in " + line::in_words(s, wave_of(passed.good));
  }
  return message + "; a smaller time.step may help, such as " + line_time_text(s, s.time.step / 2);
}

} // namespace ibsim

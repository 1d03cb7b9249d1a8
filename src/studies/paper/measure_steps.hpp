// The time of the phases of a step: medians over rounds of steps, repeated until they are known well enough.
//
// A round is a number of steps timed by a PhaseTimer (events on CUDA, so nothing waits between the marks).
// After a warm-up, rounds follow until the paper's number of steps is reached, or after three or more
//   spread = 2 s / (sqrt(R) mean) < 3 %      (R rounds; s, mean: of the rounds' medians; about 95 %
//   confidence)
// or the time allowed is over. The time of a phase is the median of the rounds' medians.
#pragma once

#include "paper/experiment.hpp"
#include "parallel/phase_timer.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

struct StepTimes {
  std::vector<double> seconds; ///< a step, of each phase
  double spread = 0;           ///< relative, the larger of the phases asked about
  std::uint64_t steps = 0;     ///< timed
};

inline double median_of(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// @param watched the first so many phases are those whose spread counts
/// @param step takes one step, marking the phases: step(PhaseTimer<B>&)
template <class B, class Step>
StepTimes measure_steps(const Stream<B>& stream, const ExperimentSettings& settings,
                        const std::vector<std::string>& phases, std::size_t watched,
                        std::uint64_t paper_steps, Step step) {
  constexpr int warm_up = 3; // of each PhaseTimer
  constexpr double seconds_a_round = 0.25, good_spread = 0.03;
  const std::uint64_t most_steps = settings.steps ? settings.steps : paper_steps;
  const double begin = stream.seconds(), allowed = settings.sizes.seconds_a_measurement;
  { // memory touched, code loaded
    PhaseTimer<B> unused(stream, phases, 1);
    step(unused);
  }
  const double before = stream.seconds();
  {
    PhaseTimer<B> unused(stream, phases, 1);
    step(unused);
  }
  const double a_step = std::max(stream.seconds() - before, 1e-9);
  const auto wished = static_cast<std::uint64_t>(std::min(seconds_a_round / a_step, 300.0));
  const std::uint64_t fewest = std::min<std::uint64_t>(a_step > 1 ? 1 : 5, most_steps);
  const std::uint64_t round = std::clamp(wished, fewest, std::max(fewest, most_steps / 3));

  StepTimes result;
  std::vector<std::vector<double>> medians(phases.size());
  for (bool enough = false; !enough;) {
    settings.stop_if_asked();
    PhaseTimer<B> timer(stream, phases, round);
    for (std::uint64_t i = 0; i < round + warm_up; ++i) step(timer);
    const std::vector<PhaseTime> summary = timer.summary(stream);
    for (std::size_t p = 0; p < phases.size(); ++p) medians[p].push_back(summary.at(p).median);
    result.steps += round;
    result.spread = medians[0].size() > 1 ? 0 : std::nan(""); // one round says nothing
    const double rounds = static_cast<double>(medians[0].size());
    for (std::size_t p = 0; p < watched && rounds > 1; ++p) {
      double mean = 0, squares = 0;
      for (double t : medians[p]) mean += t / rounds;
      for (double t : medians[p]) squares += (t - mean) * (t - mean);
      result.spread = std::max(result.spread, 2 * std::sqrt(squares / (rounds - 1) / rounds) / mean);
    }
    enough = result.steps >= most_steps || (rounds >= 3 && result.spread < good_spread) ||
             stream.seconds() - begin > allowed;
  }
  for (const std::vector<double>& values : medians) result.seconds.push_back(median_of(values));
  return result;
}

} // namespace ibsim

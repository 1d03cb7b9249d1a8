// The time of repeated calls, for `ibsim bench`: the median over rounds of calls of the mean of a round. A
// mean, because what a call leaves to a later one (an order of points that lasts for some steps) must count;
// a median, so that a disturbance does not.
#pragma once

#include "paper/measure_steps.hpp"

namespace ibsim {

struct CallTimes {
  std::vector<double> seconds; ///< a call, by phase
  int calls = 0;               ///< timed
};

/// Calls `call(timer)`, which marks the phases, after a warm-up as often as fits into `budget` seconds,
/// within fewest .. most.
template <class B, class Call>
CallTimes time_calls(const Stream<B>& stream, const std::vector<std::string>& phases, double budget,
                     int fewest, int most, Call call) {
  constexpr int warm_up = 3; // of a PhaseTimer, not timed
  constexpr int calls_a_round = 8, most_rounds = 9;
  double one = 0;
  for (int i = 0; i < 2; ++i) { // the first touches memory and loads code
    PhaseTimer<B> unused(stream, phases, 1);
    stream.synchronize();
    const double begin = stream.seconds();
    call(unused);
    one = stream.seconds() - begin;
  }
  const int wished = std::clamp(static_cast<int>(std::min(budget / std::max(one, 1e-9), 1e6)), fewest, most);
  const int rounds = std::clamp(wished / calls_a_round, 1, most_rounds), calls = wished / rounds;
  std::vector<std::vector<double>> means(phases.size());
  for (int round = 0; round < rounds; ++round) {
    PhaseTimer<B> timer(stream, phases, static_cast<std::uint64_t>(calls));
    for (int i = 0; i < calls + warm_up; ++i) call(timer);
    const std::vector<PhaseTime> summary = timer.summary(stream);
    for (std::size_t p = 0; p < phases.size(); ++p) means[p].push_back(summary.at(p).mean);
  }
  CallTimes result;
  result.calls = rounds * calls;
  for (const std::vector<double>& phase : means) result.seconds.push_back(median_of(phase));
  return result;
}

} // namespace ibsim

// Medians of repeated calls, for `ibsim bench`.
#pragma once

#include "parallel/phase_timer.hpp"

#include <algorithm>

namespace ibsim {

struct BenchMedians {
  std::vector<double> seconds; ///< by phase
  int calls = 0;               ///< timed
};

/// Calls `round(timer)`, which marks the phases, after a warm-up as often as fits into `budget` seconds, within fewest .. most.
template <class B, class Round>
BenchMedians median_times(const Queue<B>& queue, const std::vector<std::string>& phases, double budget, int fewest, int most, Round round) {
  constexpr int warm_up = 3; // of a PhaseTimer, not timed
  double one = 0;
  for (int i = 0; i < 2; ++i) { // the first touches memory and loads code
    PhaseTimer<B> unused(queue, phases, 1);
    queue.synchronize();
    const double begin = queue.seconds();
    round(unused);
    one = queue.seconds() - begin;
  }
  BenchMedians result;
  result.calls = std::clamp(static_cast<int>(std::min(budget / std::max(one, 1e-9), 1e6)), fewest, most);
  PhaseTimer<B> timer(queue, phases, static_cast<std::uint64_t>(result.calls));
  for (int i = 0; i < result.calls + warm_up; ++i) round(timer);
  for (const PhaseTime& phase : timer.summary(queue)) result.seconds.push_back(phase.median);
  return result;
}

} // namespace ibsim

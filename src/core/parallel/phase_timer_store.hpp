// The part of PhaseTimer that is the same for both backends; included by its two implementations only. Each
// defines PhaseTimer<B>::Store by a clock and instantiates PhaseTimer<B>.
//
// Clock has: Mark (a type), create(n marks), Mark take(stream, index), double seconds(const Mark& from,
// const Mark& to).
#pragma once

#include "parallel/phase_timer.hpp"

#include <algorithm>

namespace ibsim {

template <class B, class Clock>
struct PhaseStore {
  static constexpr std::size_t most_marks = 4096;
  static constexpr std::uint64_t warm_up = 3;

  std::vector<std::string> phases;
  std::size_t marks_a_step;
  std::uint64_t stride, seen = 0;
  bool sampling = false;
  Clock clock;
  struct Entry {
    typename Clock::Mark mark;
    int phase; ///< or one of these
  };
  static constexpr int step_begins = -1, no_phase = -2;
  std::vector<Entry> entries;

  PhaseStore(std::vector<std::string> names, std::uint64_t steps, int marks)
      : phases(std::move(names)), marks_a_step(static_cast<std::size_t>(marks)),
        stride(std::max<std::uint64_t>(1, marks_a_step * steps / most_marks)) {
    entries.reserve(most_marks);
    clock.create(most_marks);
  }

  bool begin(const Stream<B>& stream) {
    const std::uint64_t step = seen++;
    sampling =
        step >= warm_up && (step - warm_up) % stride == 0 && entries.size() + marks_a_step + 4 < most_marks;
    mark(stream, step_begins);
    return sampling;
  }
  void mark(const Stream<B>& stream, int phase) {
    if (sampling && entries.size() < most_marks)
      entries.push_back({clock.take(stream, entries.size()), phase});
  }

  std::vector<PhaseTime> summary() {
    const std::size_t n = phases.size();
    std::vector<std::vector<double>> times(n + 1); // of each phase, a value a step; the whole step last
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].phase == step_begins)
        for (auto& t : times) t.push_back(0);
      if (entries[i].phase < 0) continue;
      const double dt = clock.seconds(entries[i - 1].mark, entries[i].mark);
      times[entries[i].phase].back() += dt;
      times[n].back() += dt;
    }
    std::vector<PhaseTime> out;
    for (std::size_t p = 0; p <= n && !times[p].empty(); ++p) {
      std::vector<double>& t = times[p];
      double total = 0;
      for (double x : t) total += x;
      std::nth_element(t.begin(), t.begin() + t.size() / 2, t.end());
      out.push_back({p < n ? phases[p] : "step", t[t.size() / 2], total / t.size()});
    }
    return out;
  }
};

template <class B>
PhaseTimer<B>::PhaseTimer(const Stream<B>&, std::vector<std::string> phases, std::uint64_t steps,
                          int marks_a_step)
    : store_(std::make_unique<Store>(std::move(phases), steps, marks_a_step)) {}
template <class B>
PhaseTimer<B>::~PhaseTimer() = default;
template <class B>
PhaseTimer<B>::PhaseTimer(PhaseTimer&&) noexcept = default;
template <class B>
bool PhaseTimer<B>::begin(const Stream<B>& stream) {
  return store_->begin(stream);
}
template <class B>
void PhaseTimer<B>::mark(const Stream<B>& stream, int phase) {
  store_->mark(stream, phase);
}
template <class B>
void PhaseTimer<B>::from(const Stream<B>& stream) {
  store_->mark(stream, Store::no_phase);
}
template <class B>
std::vector<PhaseTime> PhaseTimer<B>::summary(const Stream<B>& stream) {
  stream.synchronize();
  return store_->summary();
}

} // namespace ibsim

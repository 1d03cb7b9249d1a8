// Progress of a run for a person: a bar redrawn in place on a terminal, otherwise a line every few seconds.
//
//   [=========>          ]  4200/10000  0.42 of 1 ms  1650 steps/s  3 s left
#pragma once

#include "base/progress.hpp"

#include <string>

namespace ibsim {

/// "0.25 us", "120 us", "1.5 ms", "2 s": simulated time, given in us.
std::string time_text(real us);
/// "8 s", "3 min 20 s", "2 h 05 min": wall clock.
std::string duration_text(double seconds);

class ProgressDisplay {
 public:
  enum class Style { bar, lines, silent };
  explicit ProgressDisplay(Style style) : style_(style) {}
  ~ProgressDisplay() { clear(); }
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// The style for `--quiet` or not.
  static Style style(bool quiet) { return quiet ? Style::silent : style_for_this_terminal(); }
  /// The bar where standard error is a terminal that can redraw a line.
  static Style style_for_this_terminal();

  /// Called after every step; quick unless something is due to be shown.
  void show(const Progress&);
  /// Take the bar away, so that the next line starts on an empty one.
  void clear();

 private:
  Style style_;
  double shown_at_ = 0; ///< seconds, as in Progress
  double rate_ = 0;     ///< steps a second, smoothed
  double rate_at_ = 0;
  std::uint64_t rate_step_ = 0;
  bool drawn_ = false, started_ = false;

  void measure_rate(const Progress&);
  std::string numbers(const Progress&) const;
};

} // namespace ibsim

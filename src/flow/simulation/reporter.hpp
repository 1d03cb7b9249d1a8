// Those who look on while a run goes on, and write or show what they see: tables, frames, checkpoints
// (flow_run/*_reporter).
//
// A reporter sees a state only after its numbers have been checked, so never one that has diverged.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace ibsim {

class Simulation;

/// Where a run is when it asks who wants to report.
struct Moment {
  /// that have ended (time_plan.hpp; with a fixed step: steps)
  std::uint64_t interval = 0;
  bool between_intervals = true; ///< or within one
  bool at_start = false;         ///< of a run from time zero
  bool at_end = false;           ///< of the scenario
  double seconds = 0;            ///< of wall clock since the reporter's last report, or the start
};

/// Due at the start, at the end and at every so many intervals; and by the clock.
struct Schedule {
  std::uint64_t every = 0;  ///< intervals; 0: only at the start and the end
  double every_seconds = 0; ///< also after any step, when so much wall clock has passed; 0: never

  bool due(const Moment& m) const {
    const bool by_the_clock = every_seconds > 0 && m.seconds >= every_seconds;
    return by_the_clock || (m.between_intervals && (m.at_start || m.at_end || holds(m.interval)));
  }
  /// Not only because a run begins or ends here.
  bool holds(std::uint64_t interval) const { return interval == 0 || (every > 0 && interval % every == 0); }
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual std::string name() const = 0;
  virtual bool due(const Moment&) const = 0;
  virtual void report(Simulation&) = 0;
};

/// A reporter that is a function.
class FunctionReporter : public Reporter {
 public:
  FunctionReporter(std::string name, Schedule schedule, std::function<void(Simulation&)> report)
      : name_(std::move(name)), schedule_(schedule), report_(std::move(report)) {}
  std::string name() const override { return name_; }
  bool due(const Moment& moment) const override { return schedule_.due(moment); }
  void report(Simulation& simulation) override { report_(simulation); }

 private:
  std::string name_;
  Schedule schedule_;
  std::function<void(Simulation&)> report_;
};

} // namespace ibsim

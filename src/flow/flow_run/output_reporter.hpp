// Common part of the reporters that write files of a run (tables, cells, fluid): when they are due, and
// where their files stand at a checkpoint.
//
// A new kind is a class like FluidReporter in a file of its own, and a line in RunOutputs.
#pragma once

#include "files/background_writer.hpp"
#include "flow_run/output_marks.hpp"
#include "limits/time_plan.hpp"
#include "model/output_plan.hpp"
#include "model/time_settings.hpp"
#include "simulation/reporter.hpp"
#include "simulation/simulation.hpp"

#include <map>

namespace ibsim {

struct FlowModel;

/// What a reporter is made with; all of it outlives the reporter.
struct OutputContext {
  const FlowModel& model;
  const TimeSettings& time;
  const OutputPlan& output;
  const std::vector<SurfaceKind>& kinds;
  const Checkpoint* from; ///< to go on in the files that are there, cut back to this; nullptr: new files
  BackgroundWriter& writer;

  /// The mark from which an output goes on.
  OutputMark mark(const std::string& name) const { return from ? from->output(name) : OutputMark{}; }
};

class OutputReporter : public Reporter {
 public:
  /// @param every us
  OutputReporter(std::string name, const OutputContext& context, real every)
      : context_(context),
        name_(std::move(name)), schedule_{intervals_between(context.time, context.output, every)} {}
  std::string name() const override { return name_; }
  bool due(const Moment& moment) const override { return schedule_.due(moment); }
  void report(Simulation& simulation) override {
    write(simulation);
    if (schedule_.holds(simulation.interval())) mark(simulation.time());
  }
  /// Where its files stood at `time`, us: part of a checkpoint.
  virtual void add_marks(std::map<std::string, OutputMark>&, real time) const = 0;
  /// Waits until all that was written is on the disk; called in the background.
  virtual void settle() {}

 protected:
  virtual void write(Simulation&) = 0;
  virtual void mark(real time) = 0;
  OutputContext context_;

 private:
  std::string name_;
  Schedule schedule_;
};

} // namespace ibsim

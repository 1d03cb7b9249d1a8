// Checkpoints, every output.checkpoint_every and by the wall clock; and whenever a run has to stop.
#pragma once

#include "flow_run/output_reporter.hpp"

namespace ibsim {

class CheckpointReporter : public Reporter {
 public:
  /// @param outputs whose files a resume goes on with
  /// @param angles the tank-treading angles (flow_run/cell_output), part of a checkpoint
  CheckpointReporter(const OutputContext&, std::vector<OutputReporter*> outputs,
                     const std::vector<double>& angles);
  std::string name() const override { return "checkpoint"; }
  bool due(const Moment& moment) const override { return wanted_ && schedule_.due(moment); }
  /// Nothing at the start: there is nothing to go on with.
  void report(Simulation&) override;
  void write(Simulation&);
  bool wanted() const { return wanted_; }

 private:
  OutputContext context_;
  std::vector<OutputReporter*> outputs_;
  const std::vector<double>& angles_;
  bool wanted_;
  Schedule schedule_;
};

} // namespace ibsim

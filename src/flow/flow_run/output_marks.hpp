// Marks of the outputs of a run at a checkpoint: a resume cuts each of them there.
//
// A row or frame that was written only because a part of the run ended there is not on schedule, and goes
// when the run goes on: then the files are those of a run that was never stopped.
#pragma once

#include "base/precision.hpp"
#include "files/kept_outputs.hpp"

#include <deque>

namespace ibsim {

struct FlowModel;
struct OutputPlan;

/// The last marks of one output: a run that diverges goes back to a state of some hundred steps before.
class OutputHistory {
 public:
  explicit OutputHistory(const OutputMark& first) : marks_{first} {}
  void add(const OutputMark&);
  /// The last that is not later than `time`, us.
  const OutputMark& until(real time) const;

 private:
  std::deque<OutputMark> marks_;
};

/// Look, without changing anything, whether tables and frames are those that the checkpoint knows
/// (files/kept_outputs).
/// @throws InputError
FoundOutputs require_outputs(const FlowModel&, const OutputPlan&, const Checkpoint&);

} // namespace ibsim

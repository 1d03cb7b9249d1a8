#include "flow_run/checkpoint_reporter.hpp"

#include "flow_run/checkpoint_state.hpp"

namespace ibsim {

CheckpointReporter::CheckpointReporter(const OutputContext& context, std::vector<OutputReporter*> outputs,
                                       const std::vector<double>& angles)
    : context_(context), outputs_(std::move(outputs)), angles_(angles) {
  const OutputPlan& output = context.output;
  wanted_ = output.checkpoints || output.checkpoint_every_wall_clock > 0;
  schedule_.every = output.checkpoints ? intervals_between(context.time, output, output.checkpoint_every) : 0;
  schedule_.every_seconds = output.checkpoint_every_wall_clock * 1e-6;
}

void CheckpointReporter::report(Simulation& simulation) {
  if (simulation.steps() > 0) write(simulation);
}

void CheckpointReporter::write(Simulation& simulation) {
  Checkpoint checkpoint = checkpoint_of(simulation, angles_);
  if (context_.from) checkpoint.outputs = context_.from->outputs; // also of those that are not written now
  for (const OutputReporter* output : outputs_) output->add_marks(checkpoint.outputs, simulation.time());
  // after the frames before it: a checkpoint is never ahead of the files that a resume goes on with
  context_.writer.add([this, folder = context_.output.folder, checkpoint = std::move(checkpoint)]() mutable {
    for (OutputReporter* output : outputs_) output->settle();
    write_checkpoint(folder, std::move(checkpoint));
  });
}

} // namespace ibsim

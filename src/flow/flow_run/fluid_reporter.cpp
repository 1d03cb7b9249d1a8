#include "flow_run/fluid_reporter.hpp"

#include "files/run_folder.hpp"
#include "model/flow_model.hpp"

namespace ibsim {

FluidReporter::FluidReporter(const OutputContext& context)
    : FramesReporter("fluid", context, context.output.fluid_every, fluid_series),
      file_(context.model, context.output, fluid_series, context.mark(fluid_series).frames) {}

void FluidReporter::add_frame(Simulation& simulation) {
  file_.append(simulation, simulation.hash(), this->context_.writer);
}

} // namespace ibsim

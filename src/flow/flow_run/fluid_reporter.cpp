#include "flow_run/fluid_reporter.hpp"

#include "files/run_folder.hpp"
#include "model/flow_model.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
FluidReporter<B>::FluidReporter(const OutputContext<B>& context)
    : FramesReporter<B>("fluid", context, context.output.fluid_every, fluid_series),
      file_(context.model, context.output, fluid_series, context.mark(fluid_series).frames) {}

template <class B>
void FluidReporter<B>::add_frame(Simulation<B>& simulation) {
  file_.append(simulation, simulation.hash(), this->context_.writer);
}

template class FluidReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class FluidReporter<Cuda>;
#endif

} // namespace ibsim

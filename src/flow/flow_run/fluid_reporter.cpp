#include "flow_run/fluid_reporter.hpp"

#include "files/run_folder.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/flow_model.hpp"

namespace ibsim {

template <class B>
FluidReporter<B>::FluidReporter(const OutputContext<B>& context)
    : OutputReporter<B>("fluid", context, context.output.fluid_every),
      file_(context.model, context.output, fluid_series, context.mark(fluid_series).frames),
      frames_(context.mark(fluid_series).frames), marks_(context.mark(fluid_series)) {}

template <class B>
void FluidReporter<B>::write(Simulation<B>& simulation) {
  file_.append(simulation, simulation.hash(), this->context_.writer);
  ++frames_;
}

template <class B>
void FluidReporter<B>::mark(real time) {
  marks_.add({time, frames_});
}

template <class B>
void FluidReporter<B>::add_marks(std::map<std::string, OutputMark>& marks, real time) const {
  marks[fluid_series] = marks_.until(time);
}

template class FluidReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class FluidReporter<Cuda>;
#endif

} // namespace ibsim

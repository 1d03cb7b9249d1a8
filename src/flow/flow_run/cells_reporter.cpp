#include "flow_run/cells_reporter.hpp"

#include "files/run_folder.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
CellsReporter<B>::CellsReporter(const OutputContext<B>& context)
    : FramesReporter<B>("cells", context, context.output.cells_every, cells_series),
      surfaces_(context.model, context.output, context.kinds, cells_series,
                context.mark(cells_series).frames) {}

template <class B>
void CellsReporter<B>::add_frame(Simulation<B>& simulation) {
  surfaces_.append(simulation, simulation.hash(), this->context_.writer);
}

template class CellsReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class CellsReporter<Cuda>;
#endif

} // namespace ibsim

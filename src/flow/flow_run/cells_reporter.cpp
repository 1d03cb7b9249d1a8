#include "flow_run/cells_reporter.hpp"

#include "files/run_folder.hpp"
#include "parallel/with_cuda.hpp"

namespace ibsim {

template <class B>
CellsReporter<B>::CellsReporter(const OutputContext<B>& context)
    : OutputReporter<B>("cells", context, context.output.cells_every),
      surfaces_(context.model, context.output, context.kinds, cells_series,
                context.mark(cells_series).frames),
      frames_(context.mark(cells_series).frames), marks_(context.mark(cells_series)) {}

template <class B>
void CellsReporter<B>::write(Simulation<B>& simulation) {
  surfaces_.append(simulation, simulation.hash(), this->context_.writer);
  ++frames_;
}

template <class B>
void CellsReporter<B>::mark(real time) {
  marks_.add({time, frames_});
}

template <class B>
void CellsReporter<B>::add_marks(std::map<std::string, OutputMark>& marks, real time) const {
  marks[cells_series] = marks_.until(time);
}

template class CellsReporter<Cpu>;
#if defined(IBSIM_WITH_CUDA)
template class CellsReporter<Cuda>;
#endif

} // namespace ibsim

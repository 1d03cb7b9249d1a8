#include "flow_run/cells_reporter.hpp"

#include "files/run_folder.hpp"

namespace ibsim {

CellsReporter::CellsReporter(const OutputContext& context)
    : FramesReporter("cells", context, context.output.cells_every, cells_series),
      surfaces_(context.model, context.output, context.kinds, cells_series,
                context.mark(cells_series).frames) {}

void CellsReporter::add_frame(Simulation& simulation) {
  surfaces_.append(simulation, simulation.hash(), this->context_.writer);
}

} // namespace ibsim

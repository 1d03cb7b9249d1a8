#include "flow_run/fluid_writer.hpp"

#include "model/flow_model.hpp"
#include "model/output_plan.hpp"
#include "walls/driven_flow.hpp"

namespace ibsim {

FluidWriter::FluidWriter(const FlowModel& model, const OutputPlan& output, const std::string& series,
                         std::size_t kept)
    : file_(output.folder, series, model.grid, {output.precision, output.compression}, kept,
            model.fluid.viscosity),
      copies_(4 * static_cast<std::size_t>(model.grid.cells()), output.precision) {}

void FluidWriter::append(Simulation& simulation, std::uint64_t state_hash, BackgroundWriter& writer) {
  const FlowModel& model = simulation.model();
  const Size cells = model.grid.cells();
  const real time = simulation.time(), strain = strain_at(model, time);
  copies_.send(
      simulation, writer, [&](auto* to) { simulation.values().fluid_field(to); },
      [this, time, strain, cells, state_hash,
       walls = wall_velocities(model, time)]<class T>(std::span<const T> numbers) {
        file_.append<T>(time, numbers.first(static_cast<std::size_t>(3 * cells)),
                        numbers.subspan(static_cast<std::size_t>(3 * cells)), state_hash, walls, strain);
      });
}

} // namespace ibsim

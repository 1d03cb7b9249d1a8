#include "flow_run/fluid_reporter.hpp"

#include "files/run_folder.hpp"
#include "fluid/shear_strain.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/driven_flow.hpp"
#include "simulation/scenario.hpp"

namespace ibsim {

template <class B>
FluidReporter<B>::FluidReporter(const OutputContext<B>& context)
    : OutputReporter<B>("fluid", context, context.scenario.output.fluid_every),
      file_(context.scenario.output.folder, fluid_series, context.scenario.grid,
            {context.scenario.output.precision, context.scenario.output.compression},
            context.mark(fluid_series).frames),
      frames_(context.mark(fluid_series).frames), marks_(context.mark(fluid_series)) {}

template <class B>
void FluidReporter<B>::write(Simulation<B>& simulation) {
  Array<real, B> pressure(simulation.model().grid.cells());
  simulation.pressure(pressure.data());
  const FlowModel& model = simulation.model();
  this->context_.writer.add(
      [this, time = simulation.time(),
       u = simulation.present().velocity.values().to_host(simulation.stream()),
       p = pressure.to_host(simulation.stream()), walls = wall_velocities(model, simulation.time()),
       strain = model.is_sheared() ? integral(model.drive.shear_rate, simulation.time()) : 0,
       hash = simulation.hash()] { file_.append(time, u, p, hash, walls, strain); });
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

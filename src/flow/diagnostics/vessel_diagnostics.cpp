#include "diagnostics/vessel_diagnostics.hpp"

#include "model/flow_model.hpp"
#include "parallel/with_cuda.hpp"
#include "simulation/measures.hpp"
#include "walls/vessel.hpp"

namespace ibsim {
template <class B>
VesselDiagnostics vessel_diagnostics(Simulation<B>& simulation) {
  const FlowModel& s = simulation.model();
  const Vessel& vessel = *s.vessel;
  const int d = s.drive.direction;
  const real length = s.grid.lengths()[d], volume = vessel.volume(d);
  VesselDiagnostics now;
  now.flow_rate = simulation.values().measure(flow_within_wall)[0] * s.grid.cell_volume() / length;
  now.mean_velocity = now.flow_rate * length / volume;
  now.driving_force = s.drive.flow_rate_is_given
                          ? simulation.values().wall_forces().to_host(simulation.stream()).back()
                          : s.drive.pressure_gradient.at(simulation.time());
  now.wall_stress = now.driving_force * volume / vessel.wall_area();
  return now;
}

template VesselDiagnostics vessel_diagnostics(Simulation<Cpu>&);
#if defined(IBSIM_WITH_CUDA)
template VesselDiagnostics vessel_diagnostics(Simulation<Cuda>&);
#endif

} // namespace ibsim

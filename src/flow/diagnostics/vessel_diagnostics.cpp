#include "diagnostics/vessel_diagnostics.hpp"

#include "model/flow_model.hpp"
#include "simulation/measures.hpp"
#include "walls/vessel.hpp"

namespace ibsim {
VesselDiagnostics vessel_diagnostics(Simulation& simulation) {
  const FlowModel& s = simulation.model();
  const Vessel& vessel = *s.vessel;
  const int d = s.drive.direction;
  const real length = s.grid.lengths()[d], volume = vessel.volume(d);
  VesselDiagnostics now;
  now.flow_rate = simulation.values().measure(flow_within_wall)[0] * s.grid.cell_volume() / length;
  now.mean_velocity = now.flow_rate * length / volume;
  now.driving_force = s.drive.flow_rate_is_given ? simulation.values().wall_forces().back()
                                                 : s.drive.pressure_gradient.at(simulation.time());
  now.wall_stress = now.driving_force * volume / vessel.wall_area();
  return now;
}

} // namespace ibsim

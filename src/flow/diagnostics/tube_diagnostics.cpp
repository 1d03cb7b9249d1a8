#include "diagnostics/tube_diagnostics.hpp"

#include "model/flow_model.hpp"
#include "simulation/measures.hpp"
#include "walls/tubes.hpp"

#include <cmath>
#include <numbers>

namespace ibsim {
TubeDiagnostics tube_diagnostics(Simulation& simulation) {
  const FlowModel& s = simulation.model();
  const std::vector<TubeSection> tubes = inner_parts(s);
  real section = 0, fourth = 0, around = 0;
  for (const TubeSection& tube : tubes) {
    section += std::numbers::pi * tube.radius * tube.radius;
    around += 2 * std::numbers::pi * tube.radius;
    fourth += std::numbers::pi * std::pow(tube.radius, 4);
  }
  TubeDiagnostics now;
  now.flow_rate = simulation.values().measure(flow_within_wall)[0] * s.grid.h * s.grid.h / s.grid.n.z;
  now.mean_velocity = now.flow_rate / section;
  now.driving_force = s.drive.pressure_gradient.at(simulation.time());
  now.wall_stress = now.driving_force * section / around;
  if (s.drive.pressure_gradient.constant() && now.driving_force != 0 && now.flow_rate != 0)
    now.relative_viscosity = now.driving_force * fourth / (8 * s.fluid.viscosity * now.flow_rate);
  return now;
}

} // namespace ibsim

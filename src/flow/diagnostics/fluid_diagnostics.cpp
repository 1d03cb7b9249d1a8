#include "diagnostics/fluid_diagnostics.hpp"

namespace ibsim {

FluidDiagnostics fluid_diagnostics(const Grid& grid, const FluidProperties& fluid, real time_step,
                                   const std::vector<FlowTotals>& of_planes) {
  const real mass = fluid.density * grid.cell_volume();
  const FlowTotals totals = of_all_planes(of_planes);
  FluidDiagnostics now;
  now.kinetic_energy = mass / 2 * totals.squares;
  now.momentum = mass * totals.sums;
  now.max_speed = totals.max_speed;
  now.max_divergence = totals.max_divergence;
  now.cfl = now.max_speed * time_step / grid.h;
  return now;
}

} // namespace ibsim

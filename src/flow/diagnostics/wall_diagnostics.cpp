#include "diagnostics/wall_diagnostics.hpp"

#include "fluid/plane_sums.hpp"
#include "fluid/wall_stage.hpp"
#include "model/flow_model.hpp"
#include "walls/driven_flow.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ibsim {
namespace {

/// Sums of u in the rows of cells 0, 1, N-2 and N-1 of y.
const Measured<Real3> rows_at_walls = measured(
    "rows at walls", Joined::plane_sums, Needs::state, []<class B>(const PartOfState<B>& part, std::size_t) {
      const int n = part.model.grid.n.y;
      return sums_of_rows<B>(part.stream, part.slab, part.state.velocity.any(), {0, 1, n - 2, n - 1});
    });

WallAccount account_of(const std::vector<real>& memory) {
  WallAccount account;
  std::memcpy(&account, memory.data(), sizeof account);
  return account;
}

} // namespace

WallDiagnostics wall_diagnostics(Simulation& simulation, const FluidDiagnostics& fluid) {
  const FlowModel& s = simulation.model();
  const Grid& grid = s.grid;
  const Real3 box = grid.lengths();
  const WallFlow walls = wall_flow(s);
  const real t = simulation.time(), lower[] = {walls.lower_x.at(t), walls.lower_z.at(t)},
             upper[] = {walls.upper_x.at(t), walls.upper_z.at(t)};

  WallDiagnostics now;
  const real mass = s.fluid.density * box.x * box.y * box.z;
  const real mean[] = {fluid.momentum.x / mass, fluid.momentum.z / mass};
  now.flow_rate = mean[1] * box.x * box.y;
  const std::vector<Real3> rows = simulation.values().measure(rows_at_walls);
  for (int d = 0; d < 2; ++d) {
    const auto row = [&](std::size_t number) {
      return (d == 0 ? rows[number].x : rows[number].z) / (static_cast<real>(grid.n.x) * grid.n.z);
    };
    const real factor = s.fluid.viscosity / (3 * grid.h);
    now.lower_stress[d] = factor * (9 * row(0) - row(1) - 8 * lower[d]);
    now.upper_stress[d] = factor * (8 * upper[d] - 9 * row(3) + row(2));
  }

  const WallAccount account = account_of(simulation.values().fluid_memory());
  now.driving_force = walls.mean_velocity ? s.fluid.density * account.drive / simulation.time_step()
                                          : s.drive.pressure_gradient.at(t);
  bool steady =
      s.drive.pressure_gradient.constant() && (!walls.mean_velocity || walls.mean_velocity->constant());
  for (const Signal* motion : {&walls.lower_z, &walls.upper_z}) steady = steady && motion->constant();
  const bool driven = walls.mean_velocity || !s.drive.pressure_gradient.zero();
  const real curvature = curvature_for_mean(grid, lower[1], upper[1], mean[1]), sliding = upper[1] - lower[1];
  if (driven && steady && curvature != 0)
    now.relative_viscosity = now.driving_force / (2 * s.fluid.viscosity * curvature);
  if (!driven && steady && sliding != 0)
    now.relative_viscosity =
        (now.lower_stress[1] + now.upper_stress[1]) / 2 * box.y / (s.fluid.viscosity * sliding);
  for (int d = 0; d < 2; ++d) {
    const real expected = account.start[d] + account.forces[d] + account.lower[d] + account.upper[d];
    now.momentum_residual = std::max(now.momentum_residual, std::abs(mean[d] - expected));
  }
  if (fluid.max_speed > 0) now.momentum_residual /= fluid.max_speed;
  return now;
}

} // namespace ibsim

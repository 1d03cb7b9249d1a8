// Shear stress on parts of a vessel's wall, from the forces that hold it (flow_run/stress_behind_walls.hpp).
#pragma once

#include "flow_run/stress_behind_walls.hpp"
#include "model/scenario.hpp"
#include "simulation/simulation_on.hpp"
#include "walls/vessel.hpp"

#include <vector>

namespace ibsim {

class ShearOnWall {
 public:
  /// Waits for the stream. @param scenario of the simulation; it outlives this
  template <class B>
  ShearOnWall(SimulationOn<B>& simulation, const Scenario& scenario) : wall_(scenario.vessel->points()) {
    const std::vector<real> F = simulation.values().wall_forces();
    const std::size_t n = wall_.size();
    std::vector<Real3> surface(n);
    traction_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      surface[i] = wall_.at[i] - wall_point_offset(wall_.outward[i]) * scenario.grid.h * wall_.outward[i];
      traction_[i] = -Real3{F[i], F[n + i], F[2 * n + i]} / wall_.area[i];
    }
    others_ = StressBehindWalls(simulation.model(), surface, wall_.outward).of(simulation, traction_);
  }

  /// Mean along x over the wall points that `part` has, kPa.
  template <class Part>
  real along_x(Part part) const {
    real force = 0, area = 0;
    for (std::size_t i = 0; i < wall_.size(); ++i)
      if (part(wall_.at[i])) force += (traction_[i].x - others_[i].x) * wall_.area[i], area += wall_.area[i];
    return force / area;
  }

 private:
  const WallPoints& wall_;
  std::vector<Real3> traction_, others_;
};

} // namespace ibsim

// The energy of the fluid in a periodic box, and what it loses, from the velocities of a simulation.
#pragma once

#include "model/scenario.hpp"
#include "simulation/run.hpp"
#include "simulation/simulation_on.hpp"

#include <utility>
#include <vector>

namespace ibsim::testing_scenarios {

template <class B>
std::vector<real> velocity(SimulationOn<B>& simulation) {
  return simulation.present().velocity.values().to_host(simulation.stream());
}

/// Kinetic energy of a velocity, and what it loses to friction in a unit of time, mu sum |grad u|^2 h^3.
inline std::pair<real, real> kinetic_energy_and_friction(const Scenario& s, const std::vector<real>& u) {
  const Int3 n = s.grid.n;
  const int cells = n.x * n.y * n.z;
  real squares = 0, differences = 0;
  for (int d = 0; d < 3; ++d)
    for (int k = 0; k < n.z; ++k)
      for (int j = 0; j < n.y; ++j)
        for (int i = 0; i < n.x; ++i) {
          const auto at = [&](int x, int y, int z) {
            return u[d * cells + x % n.x + n.x * (y % n.y + n.y * (z % n.z))];
          };
          const real here = at(i, j, k);
          squares += here * here;
          for (const real next : {at(i + 1, j, k), at(i, j + 1, k), at(i, j, k + 1)})
            differences += (next - here) * (next - here);
        }
  const real h = s.grid.h;
  return {s.fluid.density / 2 * squares * h * h * h, s.fluid.viscosity * differences * h};
}

} // namespace ibsim::testing_scenarios

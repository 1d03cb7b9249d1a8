// Numbers that a box with walls at y = 0 and y = Ly has besides its grid: how the walls move, the flow rate
// if one is prescribed, and how the stage is solved; or, in unbounded shear, its rate.
#pragma once

#include "base/signal.hpp"
#include <optional>

namespace ibsim {

/// What solves a stage: the fastest there is, or stored pivots, which are the test of the other.
enum class WallSolver { fastest, stored_pivots };

/// The velocities of both walls at one time, x and z, and the prescribed mean of u_z.
struct WallsNow {
  real lower[2], upper[2], mean_z;
};

struct WallFlow {
  /// Velocities of the walls, um/us. They slide along x and z, never across.
  Signal lower_x, lower_z, upper_x, upper_z;
  /// The mean of u_z over the box, um/us, kept to at the end of both stages of a step by a uniform force.
  std::optional<Signal> mean_velocity;
  WallSolver solver = WallSolver::fastest;
  Signal shear_rate;        ///< without walls: of the mean flow of lees_edwards.hpp, 1/us
  real strain_at_start = 0; ///< of that flow, at time 0
};

} // namespace ibsim

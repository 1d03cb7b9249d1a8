// Drive of the flow of a scenario, over time, as plain data.
#pragma once

#include "base/signal.hpp"
#include "fluid/kolmogorov_flow.hpp"

namespace ibsim {

struct Drive {
  /// Rate g of the shear g (y - Ly/2) along z, 1/us. Its meaning depends on the ends of the box in y. Walls
  /// move along z with -+ g Ly/2, and not with velocities of their own along z. In unbounded shear
  /// (Ends::lees_edwards) it is the mean flow's. In a periodic box it is the background shear's (paper,
  /// section 4), u0 = (0, 0, g (y - Ly/2)), which the force -mu L u0 keeps up.
  Signal shear_rate;
  real strain_at_start = 0; ///< of unbounded shear at time 0: images stand as after this strain
  KolmogorovFlow kolmogorov;
  Signal lower_x, lower_z, upper_x, upper_z; ///< velocities of the walls, um/us
  int direction = 2;        ///< x, y or z, in which a vessel's fluid is driven; without a vessel z
  Signal pressure_gradient; ///< by which the pressure falls in that direction, pg/(um^2 us^2)
  bool flow_rate_is_given = false;
  Signal flow_rate; ///< through the cross-section Lx Ly, along z, or through a vessel, um^3/us
};

} // namespace ibsim

// Limits of bdf2 for a plane between two fluids, as parts of the limit of the same plane in the thinner fluid
// alone.
//
// A plane y = y_0 carries a wave of tension. A kernel spreads its force, and the same kernel says where log
// mu turns from the fluid outside to the fluid inside. With the viscosity mu_i in the implicit terms, a
// factor z a step, D = 3/2 - 2/z + 1/(2 z^2) and E = 2/z - 1/z^2, the fluid answers as one of the viscosity
//   mu_i + (mu - mu_i) E
// at each grid point. Without inertia the answer G gives D + k M G E = 0, so that steps up to
//   k M = min over |z| = 1 of -D/(E G), where that is real and positive
// are stable. With a wide kernel this is the step at z = -1, (12 mu_i - 9 mean)/7 times the limit of a fluid
// of viscosity 1. A narrow kernel spreads all of a force to one row of the grid. Where the row lies in the
// thin fluid next to a thick one, mu_i is several times its viscosity, and the wave swings: 0.35 of the limit
// for `composite-sharp` and a ratio of 5 (docs/notes/kernels.md).
//
// A wave needs some room. On a curved surface the plane has another y_0 from place to place, and G is the
// mean over them.
#pragma once

#include "base/precision.hpp"
#include "coupling/delta_kernel.hpp"

namespace ibsim {

struct PartsBetweenFluids {
  real along = 1, across = 1; ///< of the limit for waves along their direction, and for shear; at most 1
};

/// Parts that a plane between two fluids has of its limit. Computed once for each set of arguments.
/// @param ratio of the viscosity inside over that outside
/// @param implicit viscosity of the implicit terms over that outside
/// @param scatter places of the plane reach from y_0 - scatter to y_0 + scatter, cells
PartsBetweenFluids parts_between_fluids(DeltaKernel, real ratio, real implicit, real scatter);

} // namespace ibsim

// The velocity that a force at one point gives to another within a step, as the grid answers it:
//   U = [f(r) I + g(r) r r^T/r^2] F
// without any wall, the mean over the places of both in the grid.
#pragma once

#include "base/precision.hpp"
#include "coupling/delta_kernel.hpp"

#include <vector>

namespace ibsim {

/// f and g as straight lines between values at r = 0, spacing, 2 spacing, ..; beyond the last, that.
struct PairMobility {
  real spacing = 0;       ///< um
  std::vector<real> f, g; ///< um/us per pg um/us^2
  struct At {
    real f, g;
  };
  At at(real r) const;
};

/// Fitted to forces at random places of a periodic box of its own, the same ones each time. Takes a second.
/// @param h side of a cell, um @param a of the stage, um^2 (fluid/stokes_stage.hpp) @param per_density
/// beta/rho, us um^3/pg @param reach the largest r, in cells
PairMobility fit_pair_mobility(DeltaKernel, real h, real a, real per_density, real reach);

} // namespace ibsim

// The largest steps of bdf2 that are stable beside anchors: springs of a stiffness c per area, that hold an
// area A in a box of volume V (bdf2_steps.hpp has the symbols, docs/notes/stability.md the runs).
//
// They move what lies within the depth that viscosity reaches in a step, and the box as a whole:
//   c beta m < 0.95,   m = sqrt(beta/(rho mu))/2 + beta A/(rho V),   beta = 2 k/3
// m is the velocity that a force per area gives to a plane. With an inner fluid y is larger outside of it,
// and 0.95 becomes 0.95/(3 y).
//
// A swing of the whole box, s = k^2 c A/(rho V), is fed by anchors at extrapolated sites, by s^2/4 a step.
// Fluid that lags behind them by x = 0.55 rho (V/A)^2/(4 mu k) steps damps it by s x/6 and more. So
//   s (1 - 2.2 x) < 2 x/3
// which counts in viscous fluids, where all of the box moves as one; walls hold the fluid themselves. 2.2 is
// of planes, by the roots of D^2 tanh(a)/a + s E, a^2 = x D/0.55, and 0.55 of tubes. Inverse cubes of both
// add up.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FluidProperties;

/// us, without the swing. @param c pg/(um^2 us^2) @param fluid the thinnest @param held A/V, 1/um
/// @param extra y
real anchored_step_limit(real c, const FluidProperties& fluid, real held, real extra);

/// Limit by anchors and by the swing. @param anchored the former @param fluid outside of objects
real beside_swing(real anchored, real c, const FluidProperties& fluid, real held);

} // namespace ibsim

// The largest time steps that are stable, estimated before a run.
//
// Elastic (the forces are explicit in time). A ripple of the membrane at the scale of the grid, with wave number q = 2/h, moves
// the fluid of a layer l about as thick as the delta kernel is wide. Displacement X and velocity u of that layer follow
//   rho l u_t = -M q^2 X - mu l q^2 u,   X_t = u,   M = 2 (E + K) the modulus of uniaxial stretch of Skalak's law at rest,
// which the step (viscosity implicit, force at X + k u) turns into a 2 x 2 map that is stable (Jury) if
//   k^2 omega^2 < (4 + 2 k nu q^2)/3,   omega^2 = M q^2/(rho l),  nu = mu/rho.
// So k ~ mu l/M where viscosity rules (fine grids) and k ~ sqrt(rho l h^2/M) where inertia does. The one constant, l = 2.1 h, is
// fitted to the paper's sphere (E = 2.5e-3, K = 0.25 dyn/cm, 625 data sites) at h = 1/4 um: this code is clean at k = 0.72 us over
// 300 us, grows at 0.9 us (blown up by 172 us) and at 1.2 us (by 71 us); the limit is 0.723 us. On coarser grids it is cautious: at
// h = 1/2 um, where it is 1.5 us, 1.9 us is clean over 420 us. A membrane far from its rest shape is stiffer than at rest.
//
// Advective (the advection is explicit): k < h/(2 max |u_0|) for the velocity at the start.
#pragma once

#include "simulation/scenario.hpp"

namespace ibsim {

/// Largest stable step, us, for a membrane of this law; infinite without elasticity.
real elastic_step_limit(const Skalak&, const FluidProperties&, real h);

/// Largest stable step, us, for the fluid velocity at the start; infinite at rest.
real advective_step_limit(const Scenario&);

/// The largest |u| at the start, um/us.
real initial_speed(const Scenario&);

} // namespace ibsim

// Shear stress of the fluid on walls, place by place.
//
// On a wall of the box in y, from the parabola through the wall and the two rows beside it, as in
// diagnostics/wall_diagnostics.hpp; its mean over the wall is the column of run.csv.
//
// On the upper face of a sheet and inside of a tube, n the normal into the fluid, U the velocity of the sites
// and t their traction, the force on the fluid per area: the fluid goes on to the sites as if it had the
// velocity v = U + c h t/mu there, t along the wall, since what is held on average over a kernel is U, and
// t/mu the kink between both sides (coupling/wall_offset.hpp has c; the fluid meets the wall c h before the
// sites). From the parabola along n through it and the velocities u at d = 2.5 cells and at 2 d, where
// nothing is felt of how forces are spread, at the wall, s = c h/d,
//   g = ((2s - 3) v + (4 - 4s) u(d) + (2s - 1) u(2d))/(2d),   stress = mu (g - n (n g))
// Interpolated u is too large by v h^2/2 lap u, v the variance of the kernel; of that d^2 u_ss times v h^2/(2
// d^2) is taken away, in a tube twice as much, where a parabola bends both ways. So linear profiles are
// exact, whatever flows under the sheet, and parabolas between plates and in tubes nearly so.
#pragma once

#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// A field of three components at the sample sites of a kind. Waits for the stream.
std::vector<Real3> vectors_at_samples(Simulation&, std::size_t kind, SurfaceField);

bool has_wall_stress(const ObjectKind&);
bool has_wall_stress(const FlowModel&);

/// kPa, at the sample sites of a kind of sheets or tubes, which move with U; NaN within seven cells of the
/// upper wall, and in tubes of less than four cells in radius. Waits for the stream. @param traction that of
/// the same state
std::vector<Real3> stress_on_walls(Simulation&, std::size_t kind, const std::vector<Real3>& sites,
                                   const std::vector<Real3>& U, const std::vector<Real3>& traction);

} // namespace ibsim

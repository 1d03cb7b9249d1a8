// Shear stress of the fluid on walls, place by place.
//
// On a wall of the box in y, from the parabola through the wall and the two rows beside it, as in
// diagnostics/wall_diagnostics.hpp; its mean over the wall is the column of run.csv.
//
// On the upper face of a sheet, n its normal, upward, U its velocity and t its traction, the force on the
// fluid per area: the fluid above goes on to the sites as if it had the velocity U + c h t/mu there, t along
// the sheet, since what is held on average over a kernel is U, and t/mu the kink between both sides
// (coupling/wall_offset.hpp has c). From the parabola along n through it and the velocities u 2.5 and 5 cells
// farther, where nothing is felt of how forces are spread,
//   g = (-3 (U + c h t/mu) + 4 u(2.5h) - u(5h))/(5h),   stress = mu (g - n (n g))
// So linear profiles are exact, whatever flows under the sheet, and what bends over five cells has an error
// of second order.
#pragma once

#include "simulation/simulation.hpp"

namespace ibsim {

/// Forces on the fluid per present area at the sample sites of a kind, kPa. Waits for the stream.
template <class B>
std::vector<Real3> tractions(Simulation<B>&, std::size_t kind);

/// kPa, at the sample sites X of a kind of sheets, which move with U; NaN within seven cells of the upper
/// wall. Waits for the stream. @param traction that of the same state
template <class B>
void sheet_stress(Simulation<B>&, std::size_t kind, VectorsView<const real> X, VectorsView<const real> U,
                  const std::vector<Real3>& traction, VectorsView<real> stress);

} // namespace ibsim

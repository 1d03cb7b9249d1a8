// The drive of a scenario with walls, or in unbounded shear: what the fluid is told, the flow that
// it would settle to, and the numbers by which a specialist judges it. H = Ly, the gap between the walls.
#pragma once

#include "fluid/developed_flow.hpp"
#include "fluid/wall_flow.hpp"

#include <array>

namespace ibsim {

struct FlowModel;

/// What the fluid's stage is told; nothing of meaning in a periodic box.
WallFlow wall_flow(const FlowModel&);

/// The steady flow that the drive at t = 0 would settle to.
DevelopedFlow developed_flow(const FlowModel&);

/// The velocities of the lower and the upper wall at a time, um/us.
std::array<Real3, 2> wall_velocities(const FlowModel&, real time);

/// By how much unbounded shear has strained the fluid at a time: images at distance Ly have slid by so many
/// Ly. 0 where nothing slides.
real strain_at(const FlowModel&, real time);

/// The strain of the fluid in the shear plane y-z at a time, by the shear from one end of the box to the
/// other: of unbounded or background shear, or of walls that slide past each other. 0 of a flow driven by
/// pressure.
real shear_strain(const FlowModel&, real time);
/// The time at which that is `strain`, of either sign, us; infinite where the shear does not come so far.
real time_of_strain(const FlowModel&, real strain);

/// No velocity that the drive makes by itself is larger, um/us. Between walls: walls and the top of the
/// parabola of a steady drive of the same size. In tubes: that of the axis of the widest, G a^2/(4 mu), and
/// G a/(2 mu) at its wall. In a vessel: vessel_flow.hpp. Else: the shear's at the ends of the box.
real driven_speed(const FlowModel&);
/// The shear rate of that flow, at walls where there are any, 1/us.
real driven_shear_rate(const FlowModel&);
/// Its part that is the same across the gap, of walls that slide past each other, 1/us; 0 without walls.
real sliding_shear_rate(const FlowModel&);
/// rho U H/mu with the driven speed.
real channel_reynolds(const FlowModel&);
/// (H/2) sqrt(2 pi rho/(mu T)) of the fastest sine among walls and drive; 0 if there is none.
real womersley(const FlowModel&);

} // namespace ibsim

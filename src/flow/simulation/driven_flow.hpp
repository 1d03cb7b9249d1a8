// What drives the flow of a scenario with walls, or in unbounded shear: what the fluid is told, the flow that
// it would settle to, and the numbers by which a specialist judges it. H = Ly, the gap between the walls.
#pragma once

#include "fluid/developed_flow.hpp"
#include "fluid/wall_flow.hpp"
#include "simulation/scenario.hpp"

#include <array>

namespace ibsim {

/// For the fluid's stage; nothing of meaning in a periodic box.
WallFlow wall_flow(const Scenario&);

/// The steady flow that the drive at t = 0 would settle to.
DevelopedFlow developed_flow(const Scenario&);

/// The velocities of the lower and the upper wall at a time, um/us.
std::array<Real3, 2> wall_velocities(const Scenario&, real time);

/// In tubes: that of the axis of the widest, G a^2/(4 mu), and G a/(2 mu) at its wall. Else:
/// No velocity that walls, pressure gradient and flow rate drive by themselves is larger, um/us: walls and
/// the top of the parabola of a steady drive of the same size; in unbounded shear, of the mean flow at the
/// ends of the box. 0 in a periodic box.
real driven_speed(const Scenario&);
/// The shear rate at the walls of that flow, or of the mean flow, 1/us.
real driven_shear_rate(const Scenario&);
/// rho U H/mu with the driven speed.
real channel_reynolds(const Scenario&);
/// (H/2) sqrt(2 pi rho/(mu T)) of the fastest sine among walls and drive; 0 if there is none.
real womersley(const Scenario&);

} // namespace ibsim

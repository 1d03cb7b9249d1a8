// The shear rate that objects meet in the flow of a scenario, before they disturb it. Between walls and in
// tubes the rate falls from the wall to zero on the axis. An object of radius R at the distance y from the
// axis meets, as root mean square over the ball of its radius,
//
//   between walls  gamma^2 = (s + g |y|/a)^2 + (g R/a)^2/5     s of sliding walls, g at the wall, a half gap
//   in a tube      gamma^2 = (g y/a)^2 + 2 (g R/a)^2/5         a the radius
//
// since the mean square of a coordinate in a ball is R^2/5. It is the rate at the wall instead where objects
// do not stay on their streamlines or meet narrower passages: several objects on different streamlines,
// objects wider than half of the gap, objects that are not placed yet, sheets.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// 1/us; that of all closed surfaces for which it is largest.
real rate_at_objects(const FlowModel&);

} // namespace ibsim

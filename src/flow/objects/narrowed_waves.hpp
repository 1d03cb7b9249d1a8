// The factor by which a flow narrows the waves of a membrane, from the scenario alone.
//
// A fluid of viscosity mu and rate gamma (rate_at_objects.hpp) pulls at an object of radius R with tensions
// of about mu gamma R. A membrane that keeps its area, drawn to l of its length and 1/l of its width, has
// tensions that differ by
//
//   T_1 - T_2 = 2 W_1(l^2 + 1/l^2, 1) (l^2 - 1/l^2) = mu gamma R
//
// Of a healthy cell in 30 mPa s that is l = 1.12, 1.39, 1.86 and 2.38 at 1, 3, 10 and 30 Pa (1.1, 1.3,
// 1.8 and 2.2 in runs, its width over that at rest), by Skalak's law.
//
// Of waves of two cells the grid takes no force and has no motion to give: the transform of the kernel is
// zero there. So waves that are as narrow by 1/l have no place in the space of force and motion:
// docs/notes/membranes.md#cells-that-flow-draws-long.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// l of a closed surface, from 1 of a fluid at rest to 4 of what resists little or not at all.
real stretch_by_flow(const FlowModel&, const ObjectKind&);

/// The shortest waves at rest that its force and motion share, over the four cells that do where nothing
/// flows: those of 2.1 l cells, if that is more.
real narrowed_waves(const FlowModel&, const ObjectKind&);

} // namespace ibsim

// The load of a scenario's flow on its sheets, and how stiff the springs of a rigid one must be.
//
// Lubrication: fluid of viscosity mu goes along z between the two sheets or walls that resist it least, q a
// width, d(x, z) between them. Columns beside each other are parallel resistances, so
//
//   dp/dz = 12 mu (q - V d/2)/C,   C(z) = mean over x of d^3,   V of walls that slide past each other
//   load^2 = ((largest p - least p)/2)^2 + largest (mu V/d + (d/2) |dp/dz|)^2
//
// The mean of dp/dz is the drive's, so q follows of a pressure gradient, and p is what is left without that
// mean. Sites of a rigid sheet give way by load/stiffness on average: 0.058 um in a slot of 5 um, where they
// moved by 0.058 um (0.4 ms of 3 mm/s, 0.23 dyn/cm/um^2). From there on those at its lips drift, several
// times as far: by 0.36 um in 2.2 ms with 0.77 dyn/cm/um^2, by 2.2 um in 4.5 ms with 0.05.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;

/// Force per area, pg/(um us^2); 0 without sheets or without a drive.
real load_on_sheets(const FlowModel&);

/// Parts of a cell by which a rigid sheet gives way on average: where it is held well, and where it crumples.
constexpr real give_of_held_sheets = 0.03, most_give_of_sheets = 0.1;

/// Stiffness of springs that hold a rigid sheet well against that load, of two digits, rounded up, pg/(um^2
/// us^2).
real stiffness_against_flow(const FlowModel&);

} // namespace ibsim

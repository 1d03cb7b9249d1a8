// What bonds to walls know of a scenario (mechanics/wall_bonds.hpp).
#pragma once

#include "mechanics/wall_bonds.hpp"

namespace ibsim {

struct FlowModel;

/// The walls of the box, whose velocities must be constant, and the thinnest fluid.
BondWalls bond_walls(const FlowModel&);

/// Whether any kind of objects has receptors.
bool has_adhesion(const FlowModel&);

} // namespace ibsim

// What bonds to walls and tubes know of a scenario (mechanics/wall_bonds.hpp).
#pragma once

#include "mechanics/wall_bonds.hpp"
#include "simulation/finding.hpp"

namespace ibsim {

struct FlowModel;

/// The walls of the box, whose velocities must be constant, or the only tube, and the thinnest fluid.
BondWalls bond_walls(const FlowModel&);

/// Bonds to a tube need one, and no more.
void check_bond_tubes(const FlowModel&, std::vector<Finding>&);

/// Whether any kind of objects has receptors.
bool has_adhesion(const FlowModel&);

} // namespace ibsim

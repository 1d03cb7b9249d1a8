// Properties of a scenario for bonds to walls, tubes and vessels (mechanics/wall_bonds.hpp).
#pragma once

#include "mechanics/wall_bonds.hpp"
#include "model/finding.hpp"

namespace ibsim {

struct FlowModel;

/// The walls of the box, whose velocities must be constant, the tubes or the vessel, and the thinnest
/// fluid. Valid as long as the model.
BondWalls bond_walls(const FlowModel&);

/// Bonds to a tube need one, and no more; bonds to a vessel need it.
void check_bond_tubes(const FlowModel&, std::vector<Finding>&);

/// Whether any kind of objects has receptors.
bool has_adhesion(const FlowModel&);

} // namespace ibsim

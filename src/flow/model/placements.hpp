// Generators of placements: functions that say where the objects of a kind are in a box.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

struct Placement;

/// First `cells` places of a lattice of red cells that lie flat (axis z), spread evenly over the box. Columns
/// are 8 um apart in x and y, and layers 4 um in z. Every second column is half a layer higher, so that no
/// rim meets another.
/// @throws std::invalid_argument if the box has not so many
std::vector<Placement> red_cell_lattice(int cells, const Real3& box);

} // namespace ibsim

// Generators of placements: functions that say where the objects of a kind are in a box.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

struct Placement;

/// The first `cells` places of a lattice of red cells lying flat (axis z): columns 8 um apart in x and y,
/// layers 4 um apart in z, every second column half a layer higher, so that no rim meets another. They are
/// spread evenly over the box.
/// @throws std::invalid_argument if the box has not so many
std::vector<Placement> red_cell_lattice(int cells, const Real3& box);

} // namespace ibsim

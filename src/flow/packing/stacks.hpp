// Red cells in stacks side by side, as rouleaux at rest: a lattice of columns along an axis of the box.
#pragma once

#include "model/object_kind.hpp"
#include "model/packing_plan.hpp"
#include "packing/packing_room.hpp"

#include <vector>

namespace ibsim {

/// Places of `plan.number` objects in stacks of `plan.stack`, the last perhaps shorter. Objects lie face to
/// face, their own z along plan.turn (random: z), stacks side by side; both leave the gap, and at least
/// plan.margin of a width side by side. Stacks are spread evenly over the room.
/// @param gap um @throws InputError if the room has not so many places
std::vector<Placement> stacked_places(const ReferenceSurface&, const PackingPlan& plan, const PackingRoom&,
                                      real gap);

} // namespace ibsim

// The largest number of sample sites that one rank can have, of all kinds together: their coordinates and
// derivatives are counted too.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;

constexpr Index most_sites_of_a_rank = 2147483647 / 8;

/// @throws ResourceError if a rank would have more sample sites
void require_room_for_sites(Index samples);
/// Sites of all objects, data sites or sample sites, whichever are more of a kind.
double sites_of_all(const FlowModel&);
/// How many of these ranks can have: each has those near its slab, which are not dealt out evenly.
double most_sites_of(int ranks);

} // namespace ibsim

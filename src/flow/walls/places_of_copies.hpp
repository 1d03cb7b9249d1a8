// The parts of a device in which copies of a pilot's objects come. Nothing may begin there: a copy would be
// laid on it.
#pragma once

#include "model/traffic_plan.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;
struct Opening;

/// The opening whose pilot an inlet is; null: none.
const Opening* opening_of(const FlowModel&, const Inlet&);

/// The region of an inlet, moved by its offset, in which copies have their middles. It begins at the mouth of
/// an opening, from where objects would flow into the region.
Region middles_of_copies(const FlowModel&, const Inlet&);

/// The part that packing leaves to copies, longer at both ends by half of the longest object and by h. No box
/// of a copy reaches out of it.
Region place_of_copies(const FlowModel&, const Inlet&);

/// True if two regions overlap in any image of the box. @param shift of the second one, um
bool overlap(const Region&, const Region&, const Real3& shift, const FlowModel&);

} // namespace ibsim

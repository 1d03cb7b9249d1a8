// Crowding at the start: the part of the volume that objects take, and how many are closer than the
// grid resolves.
#pragma once

#include "model/finding.hpp"
#include "model/placed_bodies.hpp"

namespace ibsim {

/// Volume at the start of all that has an inside, over that of the box, or of the inside of its tubes.
real volume_fraction(const FlowModel&);

/// The number of pairs of objects that begin with less than two cells between them.
std::size_t unresolved_films(const FlowModel&);

/// Adds one finding, at the first such pair, with the number of all.
void look_at_gaps(const FlowModel&, const std::vector<Body>&, std::vector<Finding>&);

} // namespace ibsim

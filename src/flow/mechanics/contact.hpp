// Contact: a pressure that keeps objects apart from each other and from walls (contact_law.hpp), as a force
// between structures.
//
// What feels are points of a few sample sites each (contact_points.hpp), here called sites; those of one
// object feel each other where they are no neighbours on it (self_contact.hpp). Distances are
// those to the nearest image in a periodic box. The sum over the sites near a site (close_sites.hpp) goes in
// a fixed order, so the same bits come out in every run, and F_ij = -F_ji to the bit: the momentum of a pair
// is kept to round-off of the sums. All forces together are minus the gradient of one energy.
#pragma once

#include "grid/any_faces.hpp"
#include "grid/grid.hpp"
#include "mechanics/contact_law.hpp"
#include "mechanics/pair_force.hpp"

#include <memory>

namespace ibsim {

/// The wall of a vessel presses as a plane wall does, by the distance from it.
/// @param grid the box; walls where it has them @param vessel distances at the middles of its cells, x
/// fastest, negative in the fluid; empty: there is none @param search of this range or a larger one
/// @param storage number type of the forces of pairs in a step
/// @throws InputError if pressure or range are not positive and finite
template <class B>
std::unique_ptr<PairForce<B>>
make_contact(const Stream<B>&, const ContactProperties&, const Grid& grid, const std::vector<real>& vessel,
             std::shared_ptr<NeighbourSearch<B>> search, Storage storage = Storage::doubles);

} // namespace ibsim

// Springs that hold sites of a membrane to fixed anchors, as a cell that sticks to something:
//
//   F_i = -c A_i (X_i - Z_i),   energy = (c/2) sum A_i |X_i - Z_i|^2
//
// at sample site i, with A_i its area at rest (zero where nothing is held) and Z_i its place at the start.
// What holds the anchors lies outside the fluid, so the forces of an object need not add up to nothing.
#pragma once

#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

/// @param stiffness c, pg/(um^2 us^2), force per area and displacement
/// @param areas A of the sample sites of an object, um^2 @param anchors Z of those of all objects: all x, all
/// y, all z, um
/// @throws InputError if the stiffness is negative or not finite
template <class B>
std::unique_ptr<SampleTerm<B>> make_tethers(const Stream<B>&, real stiffness, const std::vector<real>& areas,
                                            const std::vector<real>& anchors);

} // namespace ibsim

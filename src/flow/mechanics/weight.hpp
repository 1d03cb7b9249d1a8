// Weight of an inside that is denser than the fluid around by r, in a gravity g: a body force r g inside.
//
// Up to a gradient, which only adds r g.x to the pressure inside, that is a traction on the surface,
//
//   f dA = r (g.x) n dA,      int f dA = r V g,      energy = -r int g.x dV
//
// with n the outward normal (the divergence theorem). Heights g.x are measured from their mean over the
// surface, so that the traction is as small as it can be. Forces of an object add up to r V g for its volume
// V at rest, to rounding: a constant density on the parameter domain makes up what quadrature leaves.
#pragma once

#include "mechanics/force_term.hpp"

#include <memory>

namespace ibsim {

/// @param weight r g, pg/(um^2 us^2) @param volumes V of the objects, um^3
/// @throws InputError if the surface is not closed
template <class B>
std::unique_ptr<SampleTerm<B>> make_weight(const Stream<B>&, const SurfaceKind&, const Real3& weight,
                                           const std::vector<real>& volumes);

} // namespace ibsim

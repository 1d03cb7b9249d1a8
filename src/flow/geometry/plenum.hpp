// A vessel with a plenum: the fluid outside a block of solid, into which it opens.
#pragma once

#include "geometry/signed_distance.hpp"
#include "geometry/triangle_mesh.hpp"

namespace ibsim {

/// The vessel within the block, and all of the periodic box that is outside the block.
/// @param block infinite along directions in which the block goes through the box
ImplicitShape with_plenum(ImplicitShape vessel, const ShapeBounds& block, const PeriodicBox&);

/// Moves the ends of a closed mesh that lie in a plane across d, on its low (-1) or high (1) side, outwards
/// by `length`. Walls across the plane join them to where they were. Nothing where the mesh does not end in
/// that plane. @param near distance from the plane at which a vertex lies in it, um
void extend_ends(TriangleMesh&, int d, int side, real plane, real near, real length);

} // namespace ibsim

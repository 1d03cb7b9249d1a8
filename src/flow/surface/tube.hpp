// A round tube along z: a rigid wall made of sites that are each held to its place, periodic in z.
//
// Its parameter domain is the cylinder xi = (cos a, sin a, z), -1 <= z < 1, and X = (R xi_x, R xi_y, (L/2)
// xi_z). Sites lie on a regular grid of rings. They are data and sample sites in one: a site moves with the
// fluid where it is, and what holds it acts there, so operators are no matrices: the value of a field at a
// site is that at the site, and derivatives of X are those at rest (SurfaceKind::affine), since a wall moves
// by nanometres. Nothing is solved for, and the work grows as the number of sites.
#pragma once

#include "surface/surface_kind.hpp"

namespace ibsim {

/// Rings of so many sites around, and so many rings along.
struct TubeRings {
  int around = 0, along = 0;
  int sites() const { return around * along; }
};

/// Rings as near to `spacing` apart as whole numbers allow. @throws InputError if a length is not positive
TubeRings tube_rings(real radius, real length, real spacing);

/// @param radius on which the sites lie, um @param length L, the period, um
/// Positions at rest are about the middle of the tube.
SurfaceKind make_tube(real radius, real length, TubeRings);

} // namespace ibsim

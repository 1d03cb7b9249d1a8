// The shape of a cell as experiments report it, from the second moments of its volume.
//
// The shape is that of the ellipsoid with the same volume moments (half axis a has moment a^2/5), as
// Ramanujan and Pozrikidis (1998, J. Fluid Mech. 361, doi:10.1017/S0022112097007659) do. The shear plane is
// y-z: the flow is along z, its gradient along y. With M the matrix of moments:
//
//   projection on the shear plane (what one sees along x)    moments M_ab, a, b = y, z
//   section through the centre, x = const                    moments M_ab - M_ax M_bx/M_xx, the inverse of
// (M^-1)_ab
//
// They are the same while the shear plane is a plane of symmetry, and part where a cell tilts out of it. An
// ektacytometer looks along the gradient y: its elongation index (L - W)/(L + W) is that of the projection on
// the x-z plane (Baskurt et al. 2009, Clin. Hemorheol. Microcirc. 42, 75, doi:10.3233/CH-2009-1202).
//
// The axis is the direction in which the body is thinnest, the eigenvector of M of the least eigenvalue: the
// normal of a disc, a platelet's or a red cell's. It has no head: of both directions the one towards +y, of
// one across y that towards +z, of one along x that towards +x. A sphere or a spindle has none: not a number.
#pragma once

#include "surface/surface_integrals.hpp"

namespace ibsim {

/// The difference of two half axes, relative to their sum, below which they are those of something round.
constexpr real least_deformation = 1e-3;

struct CellShape {
  real length = 0, width = 0;  ///< axes of the ellipsoid's projection on the shear plane, um
  real taylor_deformation = 0; ///< D = (length - width) / (length + width)
  real inclination = 0;        ///< of the length against the flow direction z, rad, in (-pi/2, pi/2]
  real section_length = 0, section_width = 0; ///< axes of its section by the shear plane, um
  real elongation_index = 0;                  ///< of the projection along the gradient y
  /// of length 1, where the body is thinnest; not a number if the two shortest axes are as good as equal
  Real3 axis;
};
CellShape cell_shape(const SurfaceIntegrals&);

/// Angle of a material point about the centre in the shear plane, from z towards y, rad, in (-pi, pi].
real shear_plane_angle(const Real3& point, const Real3& centre);

/// The angle that differs from `wrapped` by whole turns and is nearest to `previous`: tank-treading angles
/// without jumps.
real unwrapped(real wrapped, real previous);

} // namespace ibsim

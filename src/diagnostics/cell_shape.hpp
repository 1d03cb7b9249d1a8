// The shape of a cell as experiments report it, from the second moments of its volume.
//
// Of the ellipsoid with the same volume moments (half axis a has moment a^2/5), as Ramanujan and Pozrikidis
// (1998, J. Fluid Mech. 361, doi:10.1017/S0022112097007659) do. The shear plane is y-z: the flow is along z,
// its gradient along y.
#pragma once

#include "mechanics/membrane.hpp"

namespace ibsim {

struct CellShape {
  real length = 0, width = 0;  ///< largest and smallest axis of that ellipsoid in the shear plane, um
  real taylor_deformation = 0; ///< D = (length - width) / (length + width)
  real inclination = 0;        ///< of the length against the flow direction z, rad, in (-pi/2, pi/2]
};
CellShape cell_shape(const MembraneIntegrals&);

/// Angle of a material point about the centre in the shear plane, from z towards y, rad, in (-pi, pi].
real shear_plane_angle(const Real3& point, const Real3& centre);

/// The angle that differs from `wrapped` by whole turns and is nearest to `previous`: tank-treading angles
/// without jumps.
real unwrapped(real wrapped, real previous);

} // namespace ibsim

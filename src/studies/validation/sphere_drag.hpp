// The velocity of a sphere under a force in Stokes flow, by the coupling and one stage of the fluid, against
//   a periodic lattice (Hasimoto 1959, J. Fluid Mech. 5, doi:10.1017/S0022112059000222), c = a/L:
//     6 pi mu a U/F = 1 - 2.837297 c + 4 pi c^3/3 - 27.4 c^6
//   midway between walls (Happel and Brenner 1965, Low Reynolds number hydrodynamics, 7-4), s = a/l, l = H/2:
//     6 pi mu a U/F = 1 - 1.004 s + 0.418 s^3 + 0.21 s^4 - 0.169 s^5
#pragma once

#include "coupling/delta_kernel.hpp"
#include "grid/grid.hpp"
#include "parallel/any_stream.hpp"

#include <cmath>

namespace ibsim {

/// 6 pi mu a U/F of a sphere of this radius (um) and centre for a force along z; walls in y as the grid has
/// them. The force is spread evenly over the surface, and U is the mean over it: for a sphere in open fluid
/// that is the rigid sphere, and with images at distance d it differs in the order (a/d)^5.
real sphere_mobility(const AnyStream&, const Grid&, Real3 centre, real radius,
                     DeltaKernel = DeltaKernel::peskin4);

real hasimoto_mobility(real radius, real period);
real slit_mobility(real radius, real half_gap);

/// Radius R with 6 pi mu R U/F = series(R), from U/F of the nominal radius. A kernel spreads the surface,
/// which enlarges a sphere of any radius by about the same part of h.
template <class F>
real hydrodynamic_radius(real mobility_of_nominal, real nominal, F series) {
  real R = nominal;
  for (int i = 0; i < 100; ++i) R = series(R) * nominal / mobility_of_nominal;
  return R;
}

} // namespace ibsim

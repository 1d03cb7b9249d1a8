// A decaying flow that is known exactly and is three-dimensional: the triperiodic Taylor-Green vortex of
// Antuono (2020, J. Fluid Mech. 890, A23, doi:10.1017/jfm.2020.126) in a cube of side L, with q = 2 pi/L and
// nu = mu/rho:
//
//   u_x = V 4 sqrt(2)/(3 sqrt(3)) exp(-3 nu q^2 t) [  sin(q x - 5 pi/6) cos(q y - pi/6) sin(q z)
//                                                   - cos(q z - 5 pi/6) sin(q x - pi/6) sin(q y) ]
//   u_y and u_z the same with x, y, z in turn (x -> y -> z -> x);   p = -rho |u|^2 / 2 + constant.
//
// curl u = sqrt(3) q u, so u x curl u = 0: the advection term is a gradient, and all of u decays at the rate
// 3 nu q^2 (its kinetic energy, rho V^2/2 a volume at first, at twice that). V is the root mean square speed
// at t = 0; the largest is sqrt(8/3) V.
#pragma once

#include "grid/grid.hpp"

namespace ibsim {

/// u at x (um) and t = 0 for V = 1 and wave number q (1/um).
IBSIM_HD Real3 taylor_green_shape(Real3 x, real q) {
  constexpr real pi = 3.14159265358979323846;
  const real amplitude = 4 * std::sqrt(real{2}) / (3 * std::sqrt(real{3}));
  Real3 u;
  for (int d = 0; d < 3; ++d) {
    const real a = q * x[d], b = q * x[(d + 1) % 3], c = q * x[(d + 2) % 3];
    u[d] = amplitude * (std::sin(a - 5 * pi / 6) * std::cos(b - pi / 6) * std::sin(c) -
                        std::cos(c - 5 * pi / 6) * std::sin(a - pi / 6) * std::sin(b));
  }
  return u;
}

/// Wave number q = 2 pi/L of the vortex that fills a box. @throws InputError if the box is not a cube.
real taylor_green_wave_number(const Grid&);

/// u = the exact velocity at t = 0 at the faces, of root mean square speed V (um/us). Its discrete divergence
/// is O(h^2), not zero: project it where that matters. @throws InputError if the box is not a cube.
/// @param slab of which u has the planes
template <class B>
void set_taylor_green(const Stream<B>&, const Grid&, real speed, FaceView<real> u, const Slab& slab);
template <class B>
void set_taylor_green(const Stream<B>& stream, const Grid& grid, real speed, FaceView<real> u) {
  set_taylor_green(stream, grid, speed, u, slab_of_all(grid.n));
}

} // namespace ibsim

// Response of a fluid on the grid to forces on a plane that are spread, and interpolated, by a delta kernel:
// the factors of the largest rates at which waves of a membrane move, from which the limits of the time step
// follow (limits/bdf2_steps.hpp, stability.hpp).
//
// A plane y = y_0 carries a wave of forces per area F exp(i q x). The kernel spreads it to rows of the grid,
// at a distance r_j = j + g - y_0/h, as phi^(q) phi(r_j); the fluid answers by Fourier modes k = (q, k_y)
// with the symbols of the discrete operators, s_d = 2 sin(k_d h/2)/h and L = s_x^2 + s_y^2; interpolation is
// the transpose. With A(k_y) = sum_j phi(r_j) exp(-i k_y r_j h) the velocity of the plane is F m/mu (viscous)
// or the acceleration F a/rho,
//   m = phi^(q)^2 < |A|^2 P/L >,  a = phi^(q)^2 < |A|^2 P >,   < > the mean over k_y,
// P = 1 for forces within the plane across the wave (shear), s_y^2/L within it along the wave, s_x^2/L normal
// to it. Each takes the kernels of its component: phi^ and phi are those along or across it.
//
// Largest are the values over waves of four cells and more, which membranes have
// (objects/suitable_sites.hpp), and over all y_0: sharper kernels answer more where rows of the grid lie
// well. Viscous shear counts waves of 2.5 cells and more: red cells have 2.7 at their rims, and narrow
// kernels move them most. Planes at other angles, and waves at other angles in the plane, answer by at most 4
// % more.
#pragma once

#include "base/precision.hpp"
#include "coupling/delta_kernel.hpp"

namespace ibsim {

/// Largest answers of one kind, in cells: of a viscous fluid and of one without viscosity.
struct PlaneAnswer {
  real viscous = 0;  ///< q^n m, per h: n = 2, or 4 for bending
  real inertial = 0; ///< q^n a
  real wave = 0;     ///< q h of the largest viscous one
};

struct PlaneResponse {
  PlaneAnswer along, shear; ///< to a modulus: q^2
  PlaneAnswer bending;      ///< to a bending modulus: q^4
};

/// Response of the fluid to planes, by a kernel; computed once.
const PlaneResponse& plane_response(DeltaKernel);

/// The largest m, per h, of two planes at a distance of `gap` cells that are pressed together by waves of
/// opposite forces, and squeeze the film between them. Computed once for each gap.
real film_response(DeltaKernel, real gap);

} // namespace ibsim

// Arithmetic of the modes of a stage in a periodic box (solenoidal_fft.hpp, stage_along_z.hpp), for passes
// and for the one kernel of a stage.
#pragma once

#include "base/host_device.hpp"
#include "base/vec3.hpp"
#include "linalg/complex.hpp"

namespace ibsim {

/// Device pointers and sizes, captured by the kernels: all planes of some rows of modes.
struct LinesOfModes {
  Int3 shape; ///< modes along x, rows, planes
  real h, per_cell;
  const Complex *dx, *dy; ///< symbols of D of these modes
  const real* dz2;        ///< |d_z|^2
};

/// In the plane of a mode: its symbols of D, and kappa^2 = |d_x|^2 + |d_y|^2.
struct InPlane {
  Complex dx, dy;
  real kappa2;
  IBSIM_HD InPlane(Complex x, Complex y)
      : dx(x), dy(y), kappa2((x.re * x.re + x.im * x.im) + (y.re * y.re + y.im * y.im)) {}
};

/// d_x x + d_y y
IBSIM_HD Complex divergence(const InPlane& d, Complex x, Complex y) {
  return {d.dx.re * x.re - d.dx.im * x.im + d.dy.re * y.re - d.dy.im * y.im,
          d.dx.re * x.im + d.dx.im * x.re + d.dy.re * y.im + d.dy.im * y.re};
}

/// kappa^2 t = conj(d_x) y - conj(d_y) x
IBSIM_HD Complex across(const InPlane& d, Complex x, Complex y) {
  if (!(d.kappa2 > 0)) return {x.re - y.im, x.im + y.re}; // x + i y
  return {d.dx.re * y.re + d.dx.im * y.im - d.dy.re * x.re - d.dy.im * x.im,
          d.dx.re * y.im - d.dx.im * y.re - d.dy.re * x.im + d.dy.im * x.re};
}

/// q = kappa^2 z + (divergence - that of the plane below)/h
IBSIM_HD Complex vertical_source(const InPlane& d, Complex z, Complex divergence_here,
                                 Complex divergence_below, real per_h) {
  if (!(d.kappa2 > 0)) return z;
  return {d.kappa2 * z.re + (divergence_here.re - divergence_below.re) * per_h,
          d.kappa2 * z.im + (divergence_here.im - divergence_below.im) * per_h};
}

/// t = of_t kappa^2 t, w = of_w q in Fourier space.
struct FactorsOfScalars {
  real of_t, of_w;
};
IBSIM_HD FactorsOfScalars factors_of_scalars(real kappa2, real dz2, real a, real per_cell) {
  const real d2 = kappa2 + dz2, helmholtz = per_cell / (1 + a * d2);
  if (!(kappa2 > 0)) return {helmholtz, dz2 > 0 ? real{0} : helmholtz}; // nothing varies in a plane
  return {helmholtz / kappa2, helmholtz / d2};
}

} // namespace ibsim

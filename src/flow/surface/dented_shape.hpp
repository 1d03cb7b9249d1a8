// Shapes round about the z axis that need not be symmetric to z = 0, as a cup:
//
//   X(xi) = (r xi_x, r xi_y, z),   r = a(q) + xi_z d(q),   z = b(q) xi_z + q e(q),   q = xi_x^2 + xi_y^2
//
// a, b, d, e sums of Legendre's polynomials P_k(2 q - 1), a and b those of an AxialShape. q e(q) is nothing
// at the poles, so no shift along z is among them.
#pragma once

#include "surface/axial_shape.hpp"

namespace ibsim {

struct DentedShape {
  AxialShape mirrored;              ///< a and b
  std::vector<real> d = {}, e = {}; ///< as many as of these, um; or none: symmetric to z = 0

  bool is_mirrored() const { return d.empty(); }
  Real3 position(const Real3& xi) const;
};

/// Pushed in from above: that raises the equator by `depth` over the poles.
DentedShape dented(const AxialShape&, real depth);

/// sin(t) P_k, then sin(t) cos(t) P_k; cos(t) P_k, then sin^2(t) P_k: what r and z of the meridian are made
/// of.
MeridianBasis dented_meridian_basis(real t, int terms);

} // namespace ibsim

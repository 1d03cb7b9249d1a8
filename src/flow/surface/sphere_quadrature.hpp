// Quadrature on the unit sphere at given nodes: positive weights that integrate spherical harmonics exactly.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

/// Real orthonormal spherical harmonics of degree <= L at xi, (L+1)^2 values: Y[l^2 + l + m], m = -l .. l.
/// Y[0] = 1/sqrt(4 pi).
void spherical_harmonics(const Real3& xi, int degree, real* Y);

struct SphereQuadrature {
  std::vector<real> weights; ///< their sum is 4 pi
  int degree = 0;            ///< spherical harmonics up to this degree are integrated exactly (to round-off)
};
/// @throws InputError as triangulate does.
SphereQuadrature sphere_quadrature(const std::vector<Real3>& nodes);

} // namespace ibsim

// Quadrature weights on the unit sphere by kernel interpolation, as Fuselier et al. (2013,
// doi:10.1007/s00211-013-0581-1) and the paper (section 2) have them:
//
//   [Phi 1; 1^T 0] [w; d] = [0; 4 pi],   Phi_ij = |xi_i - xi_j|^p, p odd
//
// (the integral of the interpolant; that of the kernel is a constant on the sphere, so it goes into d). A
// dense solve, O(n^3): for comparison with sphere_quadrature.hpp, which ibsim uses. The weights may be
// negative.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

constexpr int rbf_quadrature_most_nodes = 4000;

/// @throws InputError for more nodes than rbf_quadrature_most_nodes, or none
std::vector<real> rbf_quadrature(const std::vector<Real3>& nodes, int power);

} // namespace ibsim

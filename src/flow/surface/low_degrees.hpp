// The part of a function on the unit sphere that spherical harmonics of low degree make: a least-squares fit
// to its values at the nodes, and the fit's values there again,
//
//   P = Q Q^T W,   Q^T W Q = 1,   the columns of Q spanning Y_lm(xi_i), l <= L,   W = diag(w_i) a quadrature.
//
// P P = P. It keeps every function of degree <= L, as constants and the coordinates of the sphere are, and
// those of the red cell at rest (degree 5): so P takes nothing from positions at rest that were moved by any
// affine motion.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

/// The largest L that n nodes determine well: two values for each of the (L + 1)^2 functions.
int degree_that_nodes_determine(int nodes);

/// P, n x n, column-major. @throws InputError if the nodes do not determine all functions of this degree, or
/// as sphere_quadrature does
std::vector<real> projection_to_low_degrees(const std::vector<Real3>& nodes, int degree);

} // namespace ibsim

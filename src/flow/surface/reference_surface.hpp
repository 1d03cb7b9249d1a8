// Properties of a reference surface that set-up needs beyond its formula (sites.hpp).
#pragma once

#include "surface/sites.hpp"

namespace ibsim {

/// @throws InputError if a half axis is not a positive number.
void check(const ReferenceSurface&);

/// The second derivative of X(xi) (sites.hpp) along v and w: d2X(xi)[v, w], um.
Real3 second_derivative(const ReferenceSurface&, const Real3& xi, const Real3& v, const Real3& w);

/// Gauss-Legendre rule of n points on [-1, 1].
struct GaussPoint {
  real x, weight;
};
std::vector<GaussPoint> gauss_legendre(int n);

} // namespace ibsim

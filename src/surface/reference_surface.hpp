// What set-up needs of a reference surface beyond its formula (sites.hpp).
#pragma once

#include "surface/sites.hpp"

namespace ibsim {

/// @throws InputError if a half axis is not a positive number.
void check(const ReferenceSurface&);

/// Gauss-Legendre rule of n points on [-1, 1].
struct GaussPoint {
  real x, weight;
};
std::vector<GaussPoint> gauss_legendre(int n);

} // namespace ibsim

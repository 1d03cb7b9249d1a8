// Nodes that push each other apart on an ellipsoid until they are quasi-uniform on it.
#pragma once

#include "surface/sites.hpp"

namespace ibsim {

/// Moves unit vectors so that their images on the ellipsoid become quasi-uniform. The same bits in every run;
/// keeps the symmetry of site_symmetry.hpp.
void push_apart(const ReferenceSurface& ellipsoid, std::vector<Real3>& nodes);

} // namespace ibsim

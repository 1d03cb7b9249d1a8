// Nodes that push each other apart on a mapped shape until they are quasi-uniform on it, as push_apart.hpp
// does on an ellipsoid.
#pragma once

#include "surface/sites.hpp"

namespace ibsim {

/// Moves unit vectors so that their images on the surface become quasi-uniform. The same bits in every run.
/// @param surface mapped
void push_apart_on_map(const ReferenceSurface& surface, std::vector<Real3>& nodes);

} // namespace ibsim

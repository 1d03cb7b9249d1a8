// The points near each of a cloud of points at rest, on the host.
#pragma once

#include "grid/mac_grid.hpp"

#include <vector>

namespace ibsim {

/// b - a, by the nearest image of the box.
Real3 between(const Grid&, const Real3& a, const Real3& b);

/// Points within `reach` (um) of each point, itself included, ascending.
std::vector<std::vector<Index>> near_points(const Grid&, const std::vector<Real3>& at, real reach);

} // namespace ibsim

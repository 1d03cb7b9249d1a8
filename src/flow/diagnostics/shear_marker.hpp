// The point of a membrane by which its turning in the shear plane is followed (cell_angles.hpp).
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

struct Placement;

/// The data site that is farthest from the vorticity axis at the start, where its angle is known best.
struct ShearMarker {
  Index site = 0;
  real start_angle = 0; ///< rad, as shear_plane_angle
};

/// @param at_start of the data sites before they are placed: SurfaceKind::start()
ShearMarker shear_marker(const Placement&, const std::vector<Real3>& at_start);

} // namespace ibsim

#include "diagnostics/shear_marker.hpp"

#include "diagnostics/cell_shape.hpp"
#include "model/initial_sites.hpp"
#include "model/object_kind.hpp"

#include <cmath>

namespace ibsim {

ShearMarker shear_marker(const Placement& placement, const std::vector<Real3>& at_start) {
  ShearMarker marker;
  real farthest = -1;
  for (std::size_t i = 0; i < at_start.size(); ++i) {
    const Real3 x = placed(placement, at_start[i]);
    const real distance = std::hypot(x.y - placement.centre.y, x.z - placement.centre.z);
    if (distance <= farthest) continue;
    farthest = distance;
    marker = {static_cast<Index>(i), shear_plane_angle(x, placement.centre)};
  }
  return marker;
}

} // namespace ibsim

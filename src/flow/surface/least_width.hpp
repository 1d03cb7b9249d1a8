// Widths of a surface, and how flat it is.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct ReferenceSurface;

/// The least of its widths at rest along its own axes, um.
real least_width(const ReferenceSurface&);

/// Twice the radius of curvature at the sharpest edge of an ellipsoid, 2 c^2/a with the least and the largest
/// half axis, um: how wide it is there within one radius of the end. Of other shapes the least width.
real width_at_edges(const ReferenceSurface&);

/// The square of its largest half width over the least one, um: of an ellipsoid the largest radius of
/// curvature.
real flat_radius(const ReferenceSurface&);

} // namespace ibsim

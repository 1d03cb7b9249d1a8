// A point as a surface: one site, data and sample site in one, without area, operators or triangles.
#pragma once

#include "surface/surface_kind.hpp"

namespace ibsim {

/// Where integrals ask for a metric, it is that of a square of 1 um, so that densities of what there is none
/// of are zero.
SurfaceKind make_point();

} // namespace ibsim

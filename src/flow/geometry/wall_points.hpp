// Points on a surface of equal distance behind a wall, spread evenly: where a rigid wall acts on the fluid.
//
// The surface d = c h is cut into triangles (sampled_distance.hpp). As many points as it has squares of the
// spacing are put on it by area; they push each other apart on it as nodes of a closed surface do
// (surface/push_apart.hpp), in the periodic box, so there is no seam. The area of a point is that of the
// parts of triangles nearest to it. Each point is computed by itself from those of the sweep before, so bits
// do not depend on the number of threads.
#pragma once

#include "geometry/signed_distance.hpp"
#include "geometry/triangle_mesh.hpp"

namespace ibsim {

/// How far behind a wall its points lie, and how far apart, in cells. The offset takes away the kernel's
/// error of the first order; 0.2845 is that of the B-spline.
struct WallPointSpacing {
  real offset = 0.2845;
  real spacing = 1.5;
  int sweeps = 80;
};

struct PointsOnWall {
  std::vector<Real3> positions; ///< in the box, um
  std::vector<Real3> normals;   ///< of unit length, from the fluid into the solid
  std::vector<real> areas;      ///< um^2; their sum is the area of the surface on which they lie
  TriangleMesh surface;         ///< of that surface
};

/// @param h cell of the flow's grid, um. Empty where there is no wall.
PointsOnWall wall_points(const SignedDistance&, const PeriodicBox&, real h, const WallPointSpacing& = {});

/// Distance of each point to the nearest other one on the same side, um.
std::vector<real> nearest_distances(const PointsOnWall&, const PeriodicBox&, real reach);

} // namespace ibsim

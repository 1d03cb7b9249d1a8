// A signed distance at the nodes of the flow's grid over a periodic box: for its surface as triangles, and
// for what is asked of the fluid's region.
#pragma once

#include "geometry/signed_distance.hpp"
#include "geometry/triangle_mesh.hpp"

namespace ibsim {

struct SampledDistance {
  PeriodicBox box;
  Int3 n;                   ///< nodes along each direction, at (i + 1/2) box.size/n
  std::vector<real> values; ///< um, x fastest
  Real3 spacing() const { return {box.size.x / n.x, box.size.y / n.y, box.size.z / n.z}; }
  Real3 node(int i, int j, int k) const {
    const Real3 h = spacing();
    return {(i + 0.5) * h.x, (j + 0.5) * h.y, (k + 0.5) * h.z};
  }
  std::size_t number(int i, int j, int k) const {
    return static_cast<std::size_t>(i) +
           static_cast<std::size_t>(n.x) * (j + static_cast<std::size_t>(n.y) * k);
  }
};

/// @param h wanted between nodes; each side gets the whole number nearest to that
SampledDistance sample_distance(const SignedDistance&, const PeriodicBox&, real h);

/// The surface of equal distance `level` as triangles, by marching tetrahedra, with vertices on the surface
/// of `shape` itself. Its normals point to greater distances. Triangles that cross an end of the box have
/// vertices beyond it, so that no triangle is as long as the box.
TriangleMesh level_surface(const SampledDistance&, const SignedDistance& shape, real level);

/// Moves a point along the gradient to where the distance is `level`. @return false if it does not get there
bool bring_to_level(const SignedDistance&, real level, real step, Real3& x);

} // namespace ibsim

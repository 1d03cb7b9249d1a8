// A mesh of tetrahedra as plain data, as a file or a generator gives it. Lengths in um.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

/// Four vertices; the volume (x2-x1, x3-x1, x4-x1)/6 of a well oriented one is positive.
struct alignas(16) Tetrahedron {
  Index vertex[4];
  friend constexpr bool operator==(const Tetrahedron&, const Tetrahedron&) = default;
};

using UnitVector = Vec3<float>; ///< a direction

struct TetMesh {
  std::vector<Real3> points;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Index> region;            ///< of each tetrahedron; empty: all 0
  std::vector<UnitVector> fibre, sheet; ///< of each tetrahedron; empty: not known

  Index vertices() const { return static_cast<Index>(points.size()); }
  Index cells() const { return static_cast<Index>(tetrahedra.size()); }
};

/// Six times the signed volume.
inline real six_volumes(const TetMesh& mesh, const Tetrahedron& t) {
  const Real3& a = mesh.points[t.vertex[0]];
  return dot(cross(mesh.points[t.vertex[1]] - a, mesh.points[t.vertex[2]] - a), mesh.points[t.vertex[3]] - a);
}
inline Real3 centroid(const TetMesh& mesh, const Tetrahedron& t) {
  return 0.25 * (mesh.points[t.vertex[0]] + mesh.points[t.vertex[1]] + mesh.points[t.vertex[2]] +
                 mesh.points[t.vertex[3]]);
}

} // namespace ibsim

// Signed distance to a closed mesh: a tree of boxes finds the nearest point, and the pseudonormal of the
// feature there (triangle, edge or vertex) decides the side. Bærentzen and Aanæs (2005, IEEE Trans. Vis.
// Comput. Graph. 11, 243) prove that this sign is right for every closed, oriented mesh.
//
// Neither CGAL nor OpenVDB is used: a distance on a grid once a run is not worth the dependency, and Debian
// has no small library for it.
#pragma once

#include "geometry/triangle_mesh.hpp"

#include <array>

namespace ibsim {

class MeshDistance {
 public:
  /// @param mesh closed and oriented (fault_of_edges)
  explicit MeshDistance(TriangleMesh mesh);

  struct Nearest {
    real distance = 0; ///< negative inside, um
    Real3 point;       ///< on the mesh
    Real3 gradient;    ///< of the distance, of unit length: outward on the mesh
    int triangle = 0;
  };
  Nearest nearest(const Real3&) const;
  const TriangleMesh& mesh() const { return mesh_; }

 private:
  struct Node {
    Real3 low, high;
    int first = 0, count = 0; ///< triangles order_[first ..] of a leaf
    int right = 0;            ///< the other child of an inner node; the left one follows it
  };
  int build(int first, int count, std::vector<Real3>& centres);
  void try_triangle(int t, const Real3& p, real& least, Nearest& best, Real3& normal) const;

  TriangleMesh mesh_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
  std::vector<Real3> of_triangle_, of_vertex_;
  std::vector<std::array<Real3, 3>> of_edge_; ///< of the edge from corner k to the next
};

} // namespace ibsim

// Vertices at one place, as meshes have them that were joined from parts: a front cannot cross between them.
#pragma once

#include "mesh/check_mesh.hpp"
#include "mesh/tetrahedra.hpp"

namespace ibsim {

/// Two vertices coincide if they are closer than this share of the shortest edge at either. No edge is that
/// short, so no tetrahedron collapses; coordinates in single precision differ by less, from edges of 1e-4 of
/// the mesh on.
constexpr real coincident_distance = 1e-3;

struct CoincidentVertices {
  std::vector<Index> first; ///< [vertices] the lowest vertex at its place; itself where it is alone
  Index count = 0;          ///< vertices that are not the first at their place
  real farthest = 0;        ///< um, greatest distance of two that coincide
};
CoincidentVertices coincident_vertices(const TetMesh&);

/// Tetrahedra with the four vertices of an earlier one, in any order.
struct Duplicates {
  MeshFlaw flaw;
  Index original = -1; ///< of the first of them
};
Duplicates duplicate_tetrahedra(const TetMesh&);

} // namespace ibsim

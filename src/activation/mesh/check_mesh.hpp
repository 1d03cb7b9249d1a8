// Conditions that a mesh must meet before anything is computed on it.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <string>

namespace ibsim {

/// The first of its kind, and how many there are.
struct MeshFlaw {
  Index first = -1; ///< a vertex or a tetrahedron, counted from 0
  Index count = 0;
  explicit operator bool() const { return count > 0; }
};

struct MeshFlaws {
  MeshFlaw wild;              ///< vertices whose coordinates are not finite
  MeshFlaw dangling;          ///< tetrahedra with a vertex that does not exist, or twice the same
  MeshFlaw flat;              ///< tetrahedra without volume: less than 1e-9 of the cube of their longest edge
  MeshFlaw turned;            ///< tetrahedra oriented otherwise than most
  MeshFlaw unreferenced;      ///< vertices that belong to no element
  bool most_negative = false; ///< most tetrahedra have a negative volume: only a convention
};
/// @param elsewhere [vertices] 1: belongs to another element than a tetrahedron; empty: none does
MeshFlaws find_flaws(const TetMesh&, const std::vector<unsigned char>& elsewhere = {});

/// Which part of the mesh (what hangs together by common vertices) a vertex belongs to, numbered by their
/// lowest vertices; -1 for unreferenced vertices.
struct MeshParts {
  std::vector<Index> of_vertex;
  std::vector<Index> vertices; ///< of each part
};
MeshParts parts(const TetMesh&);

/// Sizes for people, and for the window of the solver.
struct MeshSize {
  real volume = 0;                                         ///< um^3
  real mean_edge = 0, shortest_edge = 0, longest_edge = 0; ///< um
  Real3 low, high;                                         ///< of the box around it
};
MeshSize size_of(const TetMesh&);

} // namespace ibsim

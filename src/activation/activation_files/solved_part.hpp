// The part of a file's mesh that the solver sees: coincident vertices are one, tissue that does not conduct
// and vertices of no tetrahedron are left out.
#pragma once

#include "eikonal/medium.hpp"
#include "mesh/hilbert.hpp"

namespace ibsim {

/// Where a part stands in the whole.
struct SolvedPart {
  TetMesh whole;            ///< as the file has it
  std::vector<Index> place; ///< [vertices of the whole] the vertex of the part; -1: none
  Renumbering origin;       ///< of each vertex and tetrahedron of the part, in the whole
};

/// Reduces the mesh, and the speeds of cells in the medium, to the part.
/// @param first [vertices] the vertex that stands for each (mesh/coincident.hpp)
/// @param bath [tetrahedra] 1: does not conduct, whatever its speed; empty: none
SolvedPart take_solved_part(TetMesh& mesh, Medium&, const std::vector<Index>& first,
                            const std::vector<unsigned char>& bath);

} // namespace ibsim

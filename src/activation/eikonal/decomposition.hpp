// A mesh cut into sub-domains (the paper's section 6): runs of tetrahedra along the Hilbert curve, as equal
// as they can be. Every sub-domain has its own copies of its vertices; copies of one vertex are twins.
//
// The cut mesh is a mesh again, whose vertices are the copies: domain d has the copies first_copy[d] ..
// first_copy[d+1] - 1, by ascending vertex, and the tetrahedra first_cell[d] .. first_cell[d+1] - 1.
#pragma once

#include "mesh/incidences.hpp"

namespace ibsim {

struct Decomposition {
  int domains = 0;
  std::vector<Index> first_cell, first_copy; ///< [domains + 1]
  std::vector<Index> vertex;                 ///< of each copy
  std::vector<Index> domain;                 ///< of each copy
  std::vector<Tetrahedron> tetrahedra;       ///< of copies
  Incidences incidences;                     ///< of copies
  std::vector<Index> first_twin, twin;       ///< the other copies of a copy's vertex: [copies + 1], [pairs]
  Index most_copies = 0;                     ///< in a sub-domain

  Index copies() const { return static_cast<Index>(vertex.size()); }
};

/// @param domains at least 1; no more than there are tetrahedra are made
Decomposition decompose(Index vertices, const std::vector<Tetrahedron>&, int domains);

/// The number that `wanted` = 0 stands for.
int default_domains(Index cells, int wanted);

/// A decomposition as kernels see it.
struct DecompositionView {
  int domains;
  Index copies, most_copies, pairs;
  const Index *first_cell, *first_copy, *vertex, *domain, *first_twin, *twin;
  const Tetrahedron* tetrahedra;
  const std::uint32_t *starts, *corners;
};

} // namespace ibsim

// Places along a Hilbert curve: points that are near in space are near in the order, so that a wave front
// touches few pages of memory.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <cstdint>

namespace ibsim {

/// Place of the cell (x, y, z), each 0 .. 1023, along a curve through 1024^3 of them.
/// J. Skilling, Programming the Hilbert curve, AIP Conf. Proc. 707 (2004) 381, doi:10.1063/1.1751381.
std::uint32_t hilbert_place(std::uint32_t x, std::uint32_t y, std::uint32_t z);

/// Where everything of a mesh has gone: new vertex i was vertex[i] before, new tetrahedron j was cell[j].
struct Renumbering {
  std::vector<Index> vertex, cell;
};

/// Puts the vertices in the order of their places, and the tetrahedra in that of their first vertices (with
/// equal ones as they stood). In parallel; the result is unique.
Renumbering order_along_curve(TetMesh&);

} // namespace ibsim

// Which tetrahedra meet at a vertex.
//
// Incidences of vertex v: corners[starts[v]] .. corners[starts[v+1] - 1], ascending, each 4 t + k: it is
// corner k = 0 .. 3 of tetrahedron t. Hence at most 2^29 tetrahedra.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <cstdint>

namespace ibsim {

struct Incidences {
  std::vector<std::uint32_t> starts;  ///< [vertices + 1]
  std::vector<std::uint32_t> corners; ///< [4 tetrahedra]
};

constexpr Index most_tetrahedra = 1 << 29;

/// Found by a parallel counting sort; the result is unique.
Incidences incidences(Index vertices, const std::vector<Tetrahedron>&);

} // namespace ibsim

// The least arrival at a vertex over all tetrahedra that meet there (the inner loop of Algorithms 3 to 9).
#pragma once

#include "eikonal/storage.hpp"

namespace ibsim {

/// min(phi[x], arrivals at x), reading the times `phi`; adds to `solves` the calls of the local solver.
template <class S, class T>
IBSIM_HD T pull(const MeshView<T>& mesh, const T* phi, Index x, Index& solves) {
  T least = phi[x];
  for (std::uint32_t i = mesh.starts[x]; i < mesh.starts[x + 1]; ++i) {
    const std::uint32_t at = mesh.corners[i];
    const auto cell = static_cast<Index>(at >> 2);
    const Tetrahedron t = mesh.tetrahedra[cell];
    const T of[4] = {phi[t.vertex[0]], phi[t.vertex[1]], phi[t.vertex[2]], phi[t.vertex[3]]};
    const typename S::template Loaded<T> loaded(mesh, cell, t);
    const T arrives = arrival_at(static_cast<int>(at & 3), loaded, of);
    solves += arrives < never<T>();
    least = smaller(least, arrives);
  }
  return least;
}

} // namespace ibsim

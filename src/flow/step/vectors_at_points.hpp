// Vectors at the points of walls on the host (held_walls.hpp): all x, all y, all z. For kernel files.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim::wall_corrections {

inline std::vector<real> components(const std::vector<Real3>& vectors) {
  std::vector<real> all;
  for (int d = 0; d < 3; ++d)
    for (const Real3& v : vectors) all.push_back(v[d]);
  return all;
}

/// An eigenvalue of M G, and the point that its mode moves most.
struct FarthestMode {
  real eigenvalue;
  Real3 at;
};

/// The number of the longest of vectors: all x, all y, all z.
inline std::size_t place_of_longest(const std::vector<real>& vectors) {
  const std::size_t n = vectors.size() / 3;
  std::size_t found = 0;
  real longest = -1;
  for (std::size_t i = 0; i < n; ++i) {
    const real length = norm(Real3{vectors[i], vectors[n + i], vectors[2 * n + i]});
    if (length > longest) longest = length, found = i;
  }
  return found;
}

inline bool is_moving(const std::vector<Real3>& velocity) {
  for (const Real3& v : velocity)
    if (norm(v) > 0) return true;
  return false;
}

} // namespace ibsim::wall_corrections

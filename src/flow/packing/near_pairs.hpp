// Which of many spheres in a periodic box are near each other: a list that stays good while they move a
// little.
#pragma once

#include "base/vec3.hpp"
#include "parallel/backend.hpp"

#include <vector>

namespace ibsim {

/// Sphere `second`, or its image that lies `shift` away from it, is near sphere `first`.
struct NearPair {
  Index first, second;
  Real3 shift; ///< um, whole periods
};

/// All pairs whose centres are nearer than the sum of their radii and `skin`, each once: first < second, or a
/// sphere and an image of its own. In an order that depends on the centres alone.
/// @param periods um; a direction that is not periodic has 0
std::vector<NearPair> near_pairs(const std::vector<Real3>& centres, const std::vector<real>& radii,
                                 const Real3& periods, real skin);

/// The entries of a list of pairs that each sphere takes part in, in the order of the list: of sphere i those
/// from begin[i] to begin[i + 1]. Entry e of pair p is 2 p where the sphere is the first of it, else 2 p + 1.
struct PairsOfEach {
  std::vector<Index> begin, entries;
};
PairsOfEach pairs_of_each(const std::vector<NearPair>&, std::size_t spheres);

} // namespace ibsim

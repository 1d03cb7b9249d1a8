// Statistics of a map of activation times: by region, and at points.
#pragma once

#include "mesh/tetrahedra.hpp"

#include <map>

namespace ibsim {

struct RegionTimes {
  Index cells = 0, vertices = 0, unreached = 0; ///< vertices of its tetrahedra; of them not activated
  real volume = 0;                              ///< um^3
  real first = 0, mean = 0, last = 0;           ///< us, of what is activated; the mean by volume
};
/// @param times by vertex; infinite ones are not activated
std::map<Index, RegionTimes> times_by_region(const TetMesh&, const std::vector<real>& times);

} // namespace ibsim

// The plan by which the places of a kind's objects are found, where a scenario does not give them.
#pragma once

#include "base/vec3.hpp"

#include <cstdint>
#include <limits>
#include <string>

namespace ibsim {

/// How packed objects are turned: at random, or their own z along an axis of the box.
enum class PackingTurn { random, x, y, z };

struct PackingPlan {
  real haematocrit = 0; ///< of these objects' volume in that of the room; or
  int number = 0;       ///< of them; or
  real ratio = 0;       ///< of their number to that of the objects of another kind
  std::string to;       ///< its name; empty: the first kind that is packed by haematocrit or number
  std::string file;     ///< or a table that has the places
  std::int64_t seed = 1;
  PackingTurn turn = PackingTurn::random;
  int stack = 1;      ///< so many lie in a rouleau, side by side on a lattice; 1: each by itself
  real margin = 0.06; ///< they are packed as if they were larger by this part, which leaves a gap
  /// Corners of the part of the box in which they stay, um; infinite: all of it.
  Real3 low{-far, -far, -far}, high{far, far, far};

  static constexpr real far = std::numeric_limits<real>::infinity();
};

} // namespace ibsim

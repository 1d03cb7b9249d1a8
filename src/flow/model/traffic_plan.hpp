// The plan by which objects come and go in a run, as plain data (population.hpp has who is there).
#pragma once

#include "base/vec3.hpp"

#include <string>

namespace ibsim {

/// A part of the box, um, between its corners; an object is compared with it in its nearest image.
struct Region {
  Real3 low, high;
};

/// An object leaves when all of its sites are within the region.
struct Outlet {
  std::string name;
  Region within;
};

/// Objects whose middle is in the region have a copy of themselves `offset` away, which moves as they do. A
/// copy whose original has passed the region's upper end along z becomes an object of its own.
struct Inlet {
  std::string name;
  Region from;
  Real3 offset; ///< um, whole cells
};

} // namespace ibsim

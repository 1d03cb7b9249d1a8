// Layers of the box in which diagnostics look at what is there: slabs of constant y, or shells about the axes
// of tubes.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

/// Layers k = 0 .. n-1 of one thickness.
struct Layers {
  int n = 0;
  real thickness = 0;  ///< um
  bool shells = false; ///< from r = 0 on; else slabs, from y = 0 on, around the box
};

} // namespace ibsim

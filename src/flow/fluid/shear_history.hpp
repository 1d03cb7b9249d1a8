// A shear rate over time, by straight lines between the rows of a table. The background shear follows it
// (background_shear.hpp); the wall shear rate of a pulse wave is one (docs/line.md).
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim {

struct ShearHistory {
  std::vector<real> times, rates; ///< us, 1/us; times grow
  bool repeats = false;           ///< the table is a period; else the rate stays as at its ends beyond them

  bool empty() const { return times.empty(); }
  real at(real time) const;
  real largest() const; ///< of the absolute values
};

} // namespace ibsim

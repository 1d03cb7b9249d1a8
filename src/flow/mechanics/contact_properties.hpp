// What a scenario says of contact (contact.hpp).
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct ContactProperties {
  /// that it takes to press two flat membranes to a quarter of the range of each other, pg/(um us^2); 0: none
  real pressure = 0;
  real range = 0; ///< um
};

} // namespace ibsim

// Kolmogorov's flow U sin(2 pi n y/Ly) along z, as plain data (kolmogorov_force.hpp).
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct KolmogorovFlow {
  real speed = 0; ///< U, um/us; 0: no such flow
  int waves = 1;  ///< n
};

} // namespace ibsim

// A complex number as the libraries of transforms and solvers have it: two reals, on a multiple of 16 bytes.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct alignas(16) Complex {
  real re = 0, im = 0;
};

} // namespace ibsim

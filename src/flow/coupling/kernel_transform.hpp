// Fourier transform of a one-dimensional kernel.
#pragma once

#include "base/precision.hpp"

#include <cmath>

namespace ibsim {

/// int phi(r) cos(q r) dr, by the midpoint rule: within 1e-5 for continuous functions with kinks.
/// @param q wave number times h
template <class Kernel>
real kernel_transform(real q) {
  constexpr int points = 256; // a cell
  real sum = 0;
  for (int i = 0; i < Kernel::support * points; ++i) {
    const real r = (i + real{0.5}) / points - real{0.5} * Kernel::support;
    sum += Kernel::phi(r) * std::cos(q * r) / points;
  }
  return sum;
}

} // namespace ibsim

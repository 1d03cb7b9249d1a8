#include "coupling/wall_offset.hpp"

#include "coupling/delta_kernels.hpp"

#include <cmath>

namespace ibsim {

real wall_offset(DeltaKernel kernel) {
  constexpr int points = 4096; // a cell; the midpoint rule of continuous functions with kinks: 1e-7
  return with_kernel(kernel, [](auto k) {
    using Kernel = typename decltype(k)::Across;
    real sum = 0;
    for (int apart = 1; apart < Kernel::support; ++apart)
      for (int i = 0; i < Kernel::support * points; ++i) {
        const real r = (i + real{0.5}) / points - real{0.5} * Kernel::support;
        sum += apart * Kernel::phi(r) * Kernel::phi(r + apart) / points;
      }
    return sum; // both signs of k, times one half
  });
}

} // namespace ibsim

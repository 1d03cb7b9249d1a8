#include "fluid/taylor_green.hpp"

#include "base/error.hpp"

namespace ibsim {

real taylor_green_wave_number(const Grid& grid) {
  if (grid.n.x != grid.n.y || grid.n.x != grid.n.z)
    throw InputError("the Taylor-Green vortex needs a cubic box, not a grid of " + std::to_string(grid.n.x) +
                     " x " + std::to_string(grid.n.y) + " x " + std::to_string(grid.n.z));
  constexpr real pi = 3.14159265358979323846;
  return 2 * pi / (grid.h * grid.n.x);
}

} // namespace ibsim

#include "fluid/tube_force.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

std::vector<real> parts_inside(const Grid& grid, const std::vector<TubeSection>& tubes) {
  const Real3 box = grid.lengths();
  const auto nearest = [](real d, real period) { return d - period * std::round(d / period); };
  std::vector<real> parts(static_cast<std::size_t>(grid.n.x) * grid.n.y);
  for (int j = 0; j < grid.n.y; ++j)
    for (int i = 0; i < grid.n.x; ++i)
      for (const TubeSection& tube : tubes) {
        const real x = nearest((i + real{0.5}) * grid.h - tube.x, box.x),
                   y = nearest((j + real{0.5}) * grid.h - tube.y, box.y);
        const real part = std::clamp((tube.radius - std::hypot(x, y)) / grid.h + real{0.5}, real{0}, real{1});
        real& now = parts[i + static_cast<std::size_t>(grid.n.x) * j];
        now = std::max(now, part);
      }
  return parts;
}

} // namespace ibsim

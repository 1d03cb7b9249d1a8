#include "packing/random_place.hpp"

#include <cmath>

namespace ibsim {

Real3 any_place(const PackingRoom& room, Random& random) {
  for (;;) { // a room of no volume was refused before
    Real3 p;
    for (int d = 0; d < 3; ++d) p[d] = room.low[d] + random.uniform() * (room.high[d] - room.low[d]);
    if (!is_above_floors(room, p)) continue;
    if (room.vessel && room.fluid->distance(p) + room.from_wall > 0) continue;
    if (room.tubes.empty()) return p;
    const TubeSection& tube = tube_around(room, p);
    if (std::hypot(p.x - tube.x, p.y - tube.y) < tube.radius) return p;
  }
}

} // namespace ibsim

// Values of walls for the rows next to them, for wall_stage.hpp.
#pragma once

#include "fluid/wall_flow.hpp"
#include "grid/grid.hpp"

namespace ibsim {

/// walls[0 .. 3] = these.
template <class B>
void set_walls(const Stream<B>&, WallsNow start, WallsNow middle, WallsNow end, WallsNow before,
               WallsNow* walls);

/// r_tangential += b (the wall's row of L - that around the box) u, r_y = 0 on the wall
template <class B, class T>
void add_walls(const Stream<B>&, const Grid&, real b, const WallsNow* walls, FaceView<const T> u,
               FaceView<T> r);

} // namespace ibsim

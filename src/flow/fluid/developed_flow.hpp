// The steady flow between walls at y = 0 and y = Ly: a straight line between their velocities and a parabola
//   u_x = line,   u_z = line + curvature y (Ly - y)
// which the discrete equations keep exactly (wall_stage.hpp). A pressure that falls by G along z has the
// curvature G/(2 mu); a mean U of u_z the one that gives it, the sum over rows of y (Ly - y) being
// N Ly^2 (1/6 + 1/(12 N^2)).
#pragma once

#include "grid/grid.hpp"

namespace ibsim {

struct DevelopedFlow {
  real lower_x = 0, lower_z = 0, upper_x = 0, upper_z = 0; ///< velocities of the walls, um/us
  real curvature = 0;                                      ///< 1/(um us)
};

/// The curvature of a flow with the mean `mean_z` of u_z.
inline real curvature_for_mean(const Grid& grid, real lower_z, real upper_z, real mean_z) {
  const real height = grid.lengths().y, rows = grid.n.y;
  return (mean_z - (lower_z + upper_z) / 2) / (height * height * (1.0 / 6 + 1 / (12 * rows * rows)));
}

/// u = the flow, at the faces.
template <class B>
void set_developed_flow(const Stream<B>&, const Grid&, const DevelopedFlow&, FaceView<real> u);

} // namespace ibsim

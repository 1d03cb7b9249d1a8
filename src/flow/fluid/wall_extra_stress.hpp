// The extra stress of extra_stress.hpp at walls in y.
//
// A tangential component q has at the wall the gradient of the parabola through the wall and two rows, as in
// wall_stage.hpp, and the normal one has none along it, so that the stress on the lower wall is
//   x_w (9 q_0 - q_1 - 8 g)/(3 h)                 above mirrored,
// x_w the mean of the two cells beside the edge. Together with the implicit part it is mu_w times that
// gradient, which is the friction at the wall. The pass around the box had the stress between rows N-1 and 0
// in its place.
#pragma once

#include "fluid/wall_stage.hpp"
#include "parallel/sum_by_group.hpp"

namespace ibsim {

/// The stresses on both walls, a group each of n.x n.z items, and where several ranks bring them together.
template <class B>
struct WallStresses {
  GroupSums<B> sums;
  Array<Real3, B> own, whole; ///< of each wall, of this rank and of all; the second over ranks alone

  WallStresses(const Stream<B>&, const LocalGrid<B>&);
};

/// r_tangential += factor (E - E_around) u. @param x of extra_stress.hpp  @param walls whose velocities u has
template <class B, class T>
void add_wall_extra_stress(const Stream<B>&, const LocalGrid<B>&, real factor, const T* x,
                           const WallsNow* walls, FaceView<const T> u, FaceView<T> r, WallStresses<B>&);

/// Into the account, with the sums and factor (k/2 rho or k/rho) of the part's call: what the half step's
/// right-hand side will be counted for as a force is none, and the full step's is friction at the walls.
template <class B>
void account_for_extra_stress(const Stream<B>&, const Grid&, real factor, PartOfStep, GroupSums<B>& sums,
                              WallAccount*);

} // namespace ibsim

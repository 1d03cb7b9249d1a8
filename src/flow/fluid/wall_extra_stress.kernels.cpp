#include "fluid/wall_extra_stress.hpp"

#include "fluid/extra_stress.hpp"

namespace ibsim {
namespace {

/// What a tangential component d is told.
struct Difference {
  real on_wall, rest; ///< the stress on the wall; 4 h (stress around the box - that)
};

/// At the edge between rows N-1 and 0 beside cell `at` of row 0. @param first, second rows from the wall
/// @param sign 1 at the lower wall, -1 at the upper one
template <int d>
IBSIM_HD Difference at_wall(FaceView<const real> u, const real* x, const Neighbours& at, Index first,
                            Index second, real sign, real g, real per_h) {
  const real* const q = u[d];
  const Index c = at.here, back = at.previous[d], below = at.previous.y;
  const real around = detail::four_h_shear_stress<d, 1>(u, x, c, c + back, c + below, c + back + below);
  const real wall = (x[first] + x[first + back]) / 2 * sign * (9 * q[first] - q[second] - 8 * g) / 3;
  return {per_h * wall, around - 4 * wall};
}

} // namespace

template <class B>
void add_wall_extra_stress(const Stream<B>& stream, const Grid& grid, real factor, const real* x,
                           const WallsNow* walls, FaceView<const real> u, FaceView<real> r,
                           GroupSums<B>& sums) {
  const Grid g = grid;
  const Index row = g.n.x;
  const real per_h = 1 / g.h, per_4h2 = factor / (4 * g.h * g.h);
  sum_by_group(
      stream, g.n.x * g.n.z,
      [=] IBSIM_KERNEL(Index wall, Index i) {
        const Neighbours at = neighbours(g, i % g.n.x, 0, i / g.n.x);
        const bool lower = wall == 0;
        const Index first = lower ? at.here : at.here + at.previous.y,
                    second = lower ? first + row : first - row;
        const real sign = lower ? 1 : -1, *const velocity = lower ? walls->lower : walls->upper;
        const Difference of_x = at_wall<0>(u, x, at, first, second, sign, velocity[0], per_h),
                         of_z = at_wall<2>(u, x, at, first, second, sign, velocity[1], per_h);
        r.x[first] += sign * per_4h2 * of_x.rest;
        r.z[first] += sign * per_4h2 * of_z.rest;
        return Real3{of_x.on_wall, of_z.on_wall, 0};
      },
      sums);
}

template <class B>
void account_for_extra_stress(const Stream<B>& stream, const Grid& grid, real factor, PartOfStep part,
                              GroupSums<B>& sums, WallAccount* account) {
  const Real3* const stresses = sums.totals();
  const real to_mean = factor / (static_cast<real>(grid.n.x) * grid.n.z * grid.n.y * grid.h);
  const bool half = part == PartOfStep::half, whole = part == PartOfStep::whole;
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    const real lower = -to_mean * stresses[0][static_cast<int>(d)],
               upper = to_mean * stresses[1][static_cast<int>(d)];
    if (half) account->forces[d] -= 2 * (lower + upper);
    if (whole) account->forces[d] -= lower + upper;
    if (half) return;
    account->lower[d] += lower;
    account->upper[d] += upper;
  });
}

template void add_wall_extra_stress(const Stream<ThisBackend>&, const Grid&, real, const real*,
                                    const WallsNow*, FaceView<const real>, FaceView<real>,
                                    GroupSums<ThisBackend>&);
template void account_for_extra_stress(const Stream<ThisBackend>&, const Grid&, real, PartOfStep,
                                       GroupSums<ThisBackend>&, WallAccount*);

} // namespace ibsim

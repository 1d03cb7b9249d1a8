#include "fluid/wall_extra_stress.hpp"

#include "fluid/extra_stress.hpp"

namespace ibsim {
namespace {

/// What a tangential component d is told.
template <class T>
struct Difference {
  T on_wall, rest; ///< the stress on the wall; 4 h (stress around the box - that)
};

/// Stress at the edge between rows N-1 and 0 beside cell `at` of row 0. @param first, second rows from the
/// wall
/// @param sign 1 at the lower wall, -1 at the upper one
template <int d, class T>
IBSIM_HD Difference<T> at_wall(FaceView<const T> u, const T* x, const Neighbours& at, Index first,
                               Index second, T sign, T g, T per_h) {
  const T* const q = u[d];
  const Index c = at.here, back = at.previous[d], below = at.previous.y;
  const T around = detail::four_h_shear_stress<d, 1>(u, x, c, c + back, c + below, c + back + below);
  const T wall = (x[first] + x[first + back]) / 2 * sign * (9 * q[first] - q[second] - 8 * g) / 3;
  return {per_h * wall, around - 4 * wall};
}

/// What add_wall_extra_stress does at a point i + n.x k of a wall; the stress there.
template <class T>
struct WallPoint {
  Slab slab;
  T per_h, per_4h2;
  const T* x;
  const WallsNow* walls;
  FaceView<const T> u;
  FaceView<T> r;

  IBSIM_HD Real3 operator()(Index wall, Index point) const {
    const Index row = slab.whole.x;
    const Neighbours at = neighbours(slab, point % row, 0, point / row);
    const bool lower = wall == 0;
    const Index first = lower ? at.here : at.here + at.previous.y, second = lower ? first + row : first - row;
    const T sign = lower ? 1 : -1;
    const real* const velocity = lower ? walls->lower : walls->upper;
    const Difference<T> of_x = at_wall<0>(u, x, at, first, second, sign, static_cast<T>(velocity[0]), per_h),
                        of_z = at_wall<2>(u, x, at, first, second, sign, static_cast<T>(velocity[1]), per_h);
    r.x[first] += sign * per_4h2 * of_x.rest;
    r.z[first] += sign * per_4h2 * of_z.rest;
    return Real3{of_x.on_wall, of_z.on_wall, 0};
  }
};

} // namespace

template <class B>
WallStresses<B>::WallStresses(const Stream<B>& stream, const LocalGrid<B>& local)
    : sums(stream, 2, local.grid.n.x * local.grid.n.z),
      own(2 * static_cast<std::size_t>(local.grid.n.x) * local.slab.planes) {
  if (!local.alone()) whole = Array<Real3, B>(2 * static_cast<std::size_t>(local.grid.n.x) * local.grid.n.z);
}

template <class B, class T>
void add_wall_extra_stress(const Stream<B>& stream, const LocalGrid<B>& local, real factor, const T* x,
                           const WallsNow* walls, FaceView<const T> u, FaceView<T> r,
                           WallStresses<B>& stresses) {
  const real h = local.grid.h;
  const WallPoint<T> at{local.slab, static_cast<T>(1 / h), static_cast<T>(factor / (4 * h * h)), x, walls, u,
                        r};
  const Index row = local.grid.n.x, all = row * local.grid.n.z;
  // The stresses at all points are stored, and then added in the same blocks by any number of ranks. A sum of
  // what is not stored has other bits: a compiler joins products and sums.
  const Index own = row * local.slab.planes;
  Real3* const here = stresses.own.data();
  for_each(stream, 2 * own, [=] IBSIM_KERNEL(Index i) { here[i] = at(i / own, i % own); });
  const auto add_up = [&](const Real3* of) {
    sum_by_group(
        stream, all, [=] IBSIM_KERNEL(Index wall, Index i) { return of[wall * all + i]; }, stresses.sums);
  };
  if (local.alone()) return add_up(here);
  Real3* const whole = stresses.whole.data();
  const std::vector<Index> first = local.first_planes();
  std::vector<std::size_t> sizes;
  for (std::size_t rank = 0; rank + 1 < first.size(); ++rank)
    sizes.push_back(sizeof(Real3) * static_cast<std::size_t>(row * (first[rank + 1] - first[rank])));
  for (const Index wall : {0, 1})
    gather(stream, *local.ranks, here + wall * own, whole + wall * all, sizes, MessagesOf::halos);
  add_up(whole);
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

template struct WallStresses<ThisBackend>;
template void add_wall_extra_stress(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real,
                                    const double*, const WallsNow*, FaceView<const double>, FaceView<double>,
                                    WallStresses<ThisBackend>&);
template void add_wall_extra_stress(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, real,
                                    const float*, const WallsNow*, FaceView<const float>, FaceView<float>,
                                    WallStresses<ThisBackend>&);
template void account_for_extra_stress(const Stream<ThisBackend>&, const Grid&, real, PartOfStep,
                                       GroupSums<ThisBackend>&, WallAccount*);

} // namespace ibsim

#include "fluid/wall_account.hpp"

#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

namespace ibsim {
namespace {

/// Mean of component d (0: x, 1: z) in mode 0, as the transform gives it.
template <class T>
IBSIM_HD real mean_of_mode_zero(const WallModes<T>& w, Index d) {
  const ComplexOf<T>* const r = d == 0 ? w.x : w.z;
  real sum = 0;
  for (int j = 0; j < w.shape.z; ++j) sum += r[w.modes * j].re;
  return sum / (w.planes * w.shape.z);
}

} // namespace

template <class B, class T>
void account_for_forces(const Stream<B>& stream, const WallModes<T>& modes, WallAccount* account) {
  const WallModes<T> w = modes;
  if (w.mode_zero != 0) return;
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    // r = u + (k/2) (f/rho - N), and the mean of N is zero
    account->forces[d] += 2 * (mean_of_mode_zero(w, d) - account->mean[d]);
  });
}

template <class B>
void begin_account(const Stream<B>& stream, const BackwardDifference& difference, WallAccount* accounts) {
  const BackwardDifference b = difference;
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    const WallAccount now = accounts[0], before = accounts[1];
    accounts[1] = now;
    WallAccount& next = accounts[0];
    for (int d = 0; d < 2; ++d) {
      next.lower[d] += b.before * (now.lower[d] - before.lower[d]);
      next.upper[d] += b.before * (now.upper[d] - before.upper[d]);
      next.slope_lower[d] += b.ahead_of_flow * (now.slope_lower[d] - before.slope_lower[d]);
      next.slope_upper[d] += b.ahead_of_flow * (now.slope_upper[d] - before.slope_upper[d]);
      // the right-hand side has the mean of this and beta f/rho
      next.forces[d] +=
          b.before * (now.forces[d] - before.forces[d]) - (b.now * now.mean[d] - b.before * before.mean[d]);
    }
  });
}

template <class B>
void account_for_extrapolated(const Stream<B>& stream, int n, real b, real w, const WallsNow* now,
                              const WallsNow* before, WallAccount* account) {
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    const auto ahead = [w](real at_start, real at_before) { return (1 + w) * at_start - w * at_before; };
    const real lower = b / n * (account->slope_lower[d] + ahead(now->lower[d], before->lower[d]) * 8 / 3),
               upper = b / n * (account->slope_upper[d] + ahead(now->upper[d], before->upper[d]) * 8 / 3);
    account->lower[d] += lower, account->upper[d] += upper;
    account->forces[d] -= lower + upper; // which the right-hand side has
  });
}

template <class B, class T>
void account_for_right_hand_side(const Stream<B>& stream, const WallModes<T>& modes, WallAccount* account) {
  const WallModes<T> w = modes;
  if (w.mode_zero != 0) return;
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    account->mean[d] = mean_of_mode_zero(w, d); // for close_account
    account->forces[d] += account->mean[d];
  });
}

template <class B, class T>
void close_account(const Stream<B>& stream, const WallModes<T>& modes, const BackwardDifference& difference,
                   real b, bool driven, const WallsNow* after, WallAccount* account) {
  const WallModes<T> w = modes;
  if (w.mode_zero != 0) return;
  const int n = w.shape.z;
  const real to_step = difference.step / difference.beta;
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    const ComplexOf<T>* const u = d == 0 ? w.x : w.z;
    real sum = 0;
    for (int j = 0; j < n; ++j) sum += u[w.modes * j].re;
    const real mean = sum / n, slope_lower = (u[w.modes].re - 9 * real{u[0].re}) / 3,
               slope_upper = (u[w.modes * (n - 2)].re - 9 * real{u[w.modes * (n - 1)].re}) / 3,
               lower = b * (slope_lower + after->lower[d] * 8 / 3) / n,
               upper = b * (slope_upper + after->upper[d] * 8 / 3) / n;
    account->lower[d] += lower, account->upper[d] += upper;
    account->slope_lower[d] = slope_lower, account->slope_upper[d] = slope_upper;
    if (d == 1 && driven) {
      const real drive = mean - account->mean[d] - (lower + upper);
      account->forces[d] += drive;
      account->drive = to_step * drive;
    }
    account->mean[d] = mean;
  });
}

template <class B>
void add_to_account(const Stream<B>& stream, const WallAccount* added, WallAccount* account) {
  for_each(stream, 2, [=] IBSIM_KERNEL(Index d) {
    account->mean[d] += added->mean[d], account->forces[d] += added->forces[d];
    account->lower[d] += added->lower[d], account->upper[d] += added->upper[d];
    account->slope_lower[d] += added->slope_lower[d], account->slope_upper[d] += added->slope_upper[d];
    if (d == 1) account->drive += added->drive;
  });
}

template <class B>
real row_mean(const Stream<B>& stream, const Grid& grid, const real* values, int row) {
  const Grid g = grid;
  const Index plane = g.n.x * g.n.z;
  return sum<real>(stream, plane,
                   [=] IBSIM_KERNEL(Index c) { return values[g.index(c % g.n.x, row, c / g.n.x)]; }) /
         static_cast<real>(plane);
}

template <class B, class T>
void open_account(const Stream<B>& stream, const LocalGrid<B>& local, FaceView<const T> u,
                  WallAccount* account) {
  const Grid g = local.grid;
  const Size own_cells = local.slab.own_cells();
  const real planes = static_cast<real>(g.n.x) * g.n.z;
  WallAccount start{};
  Array<real, B> own(static_cast<std::size_t>(own_cells)), whole(static_cast<std::size_t>(g.cells()));
  for (int d = 0; d < 2; ++d) { // sums in the order of the box
    const T* const from = d == 0 ? u.x : u.z;
    real* const exact = own.data();
    const real* const q = whole.data();
    for_each(stream, own_cells, [=] IBSIM_KERNEL(Size c) { exact[c] = from[c]; });
    gather_planes(stream, local, exact, whole.data());
    start.start[d] = start.mean[d] =
        sum<real>(stream, g.cells(), [=] IBSIM_KERNEL(Size c) { return q[c]; }) / (planes * g.n.y);
    start.slope_lower[d] = (row_mean<B>(stream, g, q, 1) - 9 * row_mean<B>(stream, g, q, 0)) / 3;
    start.slope_upper[d] =
        (row_mean<B>(stream, g, q, g.n.y - 2) - 9 * row_mean<B>(stream, g, q, g.n.y - 1)) / 3;
  }
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *account = start; });
}

#define IBSIM_INSTANTIATE(T)                                                                                 \
  template void account_for_forces(const Stream<ThisBackend>&, const WallModes<T>&, WallAccount*);           \
  template void account_for_right_hand_side(const Stream<ThisBackend>&, const WallModes<T>&, WallAccount*);  \
  template void close_account(const Stream<ThisBackend>&, const WallModes<T>&, const BackwardDifference&,    \
                              real, bool, const WallsNow*, WallAccount*);                                    \
  template void open_account(const Stream<ThisBackend>&, const LocalGrid<ThisBackend>&, FaceView<const T>,   \
                             WallAccount*);
IBSIM_INSTANTIATE(double)
IBSIM_INSTANTIATE(float)
template real row_mean(const Stream<ThisBackend>&, const Grid&, const real*, int);
template void begin_account(const Stream<ThisBackend>&, const BackwardDifference&, WallAccount*);
template void add_to_account(const Stream<ThisBackend>&, const WallAccount*, WallAccount*);
template void account_for_extrapolated(const Stream<ThisBackend>&, int, real, real, const WallsNow*,
                                       const WallsNow*, WallAccount*);

} // namespace ibsim

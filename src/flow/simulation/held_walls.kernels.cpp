#include "simulation/held_walls.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "linalg/block_rows.hpp"
#include "linalg/dense_product.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"
#include "simulation/flow_model.hpp"
#include "simulation/site_coupling.hpp"
#include "simulation/wall_inverse.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace ibsim {
namespace {

/// The model as points of walls see it: with their kernel, spread by the algorithm that all backends have.
FlowModel of_walls(FlowModel model) {
  model.kernel = wall_kernel, model.spread = SpreadAlgorithm::tiles;
  return model;
}

constexpr real factor_of_rungs = 1.5;
constexpr int corrections_of_first_step = 6;
/// Kept in memory, those that were taken last: steps that adapt use two or three.
constexpr std::size_t most_inverses = 3;

/// The rung of the ladder at or above beta. In the first step, beta = k, that of the steps which follow.
int rung_of(const StepInTime& when) {
  const real beta = when.before > 0 ? when.difference().beta : 2 * when.length / 3;
  return static_cast<int>(std::ceil(std::log(beta) / std::log(factor_of_rungs) - 1e-9));
}

/// The inverse of wall_inverse.hpp on the device.
template <class B>
struct Inverse {
  BlockRows<B> local;
  Array<Index, B> first_of_patch, points_of_patch;
  Array<real, B> of_patches; ///< K, column by column
  Index patches;
  std::uint64_t number, last_use = 0;

  Inverse(const Stream<B>& stream, const BlockMatrix& G, const WallPatches& P, std::uint64_t n)
      : local(stream, G), first_of_patch(stream, P.first), points_of_patch(stream, P.points),
        patches(P.number()), number(n) {
    stream.synchronize();
  }
};

/// sums = P^T p
template <class B>
void sum_patches(const Stream<B>& stream, const Inverse<B>& inverse, Index n, const real* normals,
                 const real* p, real* sums) {
  const Index *first = inverse.first_of_patch.data(), *points = inverse.points_of_patch.data();
  for_each_piece(stream, inverse.patches, [=] IBSIM_KERNEL(Index patch) {
    real sum = 0;
    for (Index i = first[patch]; i < first[patch + 1]; ++i) {
      const Index point = points[i];
      sum += normals[point] * p[point] + normals[n + point] * p[n + point] +
             normals[2 * n + point] * p[2 * n + point];
    }
    sums[patch] = sum;
  });
}

/// column = P's of a patch, 3 n numbers
template <class B>
void set_patch(const Stream<B>& stream, const Inverse<B>& inverse, Index patch, Index n, const real* normals,
               real* column) {
  fill_zero(stream, column, sizeof(real) * 3 * static_cast<std::size_t>(n));
  const Index *first = inverse.first_of_patch.data() + patch, *points = inverse.points_of_patch.data();
  for_each(stream, Index{3}, [=] IBSIM_KERNEL(Index d) {
    for (Index i = first[0]; i < first[1]; ++i)
      column[Size{d} * n + points[i]] = normals[Size{d} * n + points[i]];
  });
}

/// dF = -(Gp + K sums), F += dF; dF is left times `factor`. @param change Gp, becomes that
template <class B>
void correct(const Stream<B>& stream, const Inverse<B>& inverse, Index numbers, const real* sums, real factor,
             real* change, real* F) {
  const Index patches = inverse.patches;
  const real* columns = inverse.of_patches.data();
  for_each(stream, numbers, [=] IBSIM_KERNEL(Index i) {
    real all = change[i];
    const real* column = columns + i;
    for (Index patch = 0; patch < patches; ++patch, column += numbers) all += *column * sums[patch];
    F[i] -= all;
    change[i] = -factor * all;
  });
}

/// to = factor from
template <class B>
void scale(const Stream<B>& stream, Size n, real factor, const real* from, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] = factor * from[i]; });
}
/// to -= from
template <class B>
void subtract(const Stream<B>& stream, Size n, const real* from, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] -= from[i]; });
}
/// to += from
template <class B, class T>
void add(const Stream<B>& stream, Size n, const T* from, T* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += from[i]; });
}

/// The length of the longest vector.
template <class B>
real longest(const Stream<B>& stream, VectorsView<const real> all) {
  return max_of(stream, all.n, [=] IBSIM_KERNEL(Index i) { return norm(all.at(i)); });
}

std::vector<real> components(const std::vector<Real3>& vectors) {
  std::vector<real> all;
  for (int d = 0; d < 3; ++d)
    for (const Real3& v : vectors) all.push_back(v[d]);
  return all;
}

bool is_moving(const std::vector<Real3>& velocity) {
  for (const Real3& v : velocity)
    if (norm(v) > 0) return true;
  return false;
}

} // namespace

template <class B>
struct HeldWalls<B>::Impl {
  WallPoints points;
  LocalGrid<B> local;
  NavierStokes<B>& fluid;
  real density;
  Index n;
  SiteCoupling<B> coupling;
  Array<real, B> X, normals, velocity; ///< of the points; no velocity where all are at rest
  Array<real, B> slip, change, sums;
  FaceField<B> field;                 ///< S F, then the answer to dF
  std::map<int, Inverse<B>> inverses; ///< by their rung
  Inverse<B>* now = nullptr;
  std::uint64_t made = 0, uses = 0;
  bool placed = false; ///< the points are in the order of interpolation

  Impl(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& of_rank, NavierStokes<B>& of,
       WallPoints walls)
      : points(std::move(walls)), local(of_rank), fluid(of), density(model.fluid.density),
        n(static_cast<Index>(points.size())), coupling(stream, of_walls(model), of_rank, of, {n}, {n}, n, n),
        X(stream, components(points.at)), normals(stream, components(points.outward)),
        velocity(is_moving(points.velocity) ? Array<real, B>(stream, components(points.velocity))
                                            : Array<real, B>()),
        slip(stream, 3 * points.size()), change(stream, 3 * points.size()),
        field(stream, of_rank.slab, of.storage()) {
    stream.synchronize();
    // their order, once: points do not move. Interpolation, which is collective, waits for the first step
    coupling.spread(stream, places(), vectors_view<const real>(slip.data(), n), Instant::end, Instant::end,
                    field.any());
  }

  VectorsView<const real> places() const { return vectors_view<const real>(X.data(), n); }
  void interpolate(const Stream<B>& stream, AnyConstFaces u) {
    coupling.interpolate(stream, 0, coupling.velocity_with_images(stream, u, true), places(),
                         vectors_view(slip.data(), n), Instant::end, Instant::end,
                         !std::exchange(placed, true));
  }
  void spread(const Stream<B>& stream, const real* F, AnyFaces f) {
    coupling.spread(stream, places(), vectors_view<const real>(F, n), Instant::end, Instant::end, f, false);
  }
  /// slip = that of u
  void find_slip(const Stream<B>& stream, AnyConstFaces u) {
    interpolate(stream, u);
    if (!velocity.empty()) subtract(stream, Size{3} * n, velocity.data(), slip.data());
  }
  /// field = the answer to the forces in `change`, times beta/rho
  void answer(const Stream<B>& stream, const StepInTime& when) {
    spread(stream, change.data(), fluid.room_for_forces());
    fluid.answer(stream, when, field.any());
  }
  /// slip = the velocities of the points from forces on them, by a step of backward Euler in which beta is
  /// its length.
  void apply_mobility(const Stream<B>& stream, const StepInTime& when, const real* forces) {
    scale(stream, Size{3} * n, when.difference().beta / density, forces, change.data());
    answer(stream, when);
    interpolate(stream, field.any());
  }
  BlockMatrix local_inverse(const Stream<B>& stream, const StepInTime& when) {
    const real per_density = when.difference().beta / density;
    const PairMobility pairs = fit_pair_mobility(wall_kernel, local.grid.h, fluid.a_of_answer(when),
                                                 per_density, 2 * wall_neighbours);
    Array<real, B> on_device(3 * points.size());
    return make_local_inverse(local.grid, points, pairs, [&](const std::vector<real>& forces) {
      on_device.set(stream, forces);
      apply_mobility(stream, when, on_device.data());
      return slip.to_host(stream);
    });
  }
  /// K = (P - G M P) (P^T M P)^-1
  void add_patches(const Stream<B>& stream, const StepInTime& when, Inverse<B>& inverse) {
    const Index patches = inverse.patches;
    const std::size_t numbers = 3 * points.size(), all = numbers * static_cast<std::size_t>(patches);
    Array<real, B> rest(all), coarse(stream, static_cast<std::size_t>(patches) * patches);
    for (Index patch = 0; patch < patches; ++patch) {
      real* const column = rest.data() + numbers * static_cast<std::size_t>(patch);
      set_patch(stream, inverse, patch, n, normals.data(), column);
      apply_mobility(stream, when, column);
      sum_patches(stream, inverse, n, normals.data(), slip.data(),
                  coarse.data() + static_cast<std::size_t>(patch) * patches);
      inverse.local.multiply(stream, slip.data(), change.data());
      subtract(stream, static_cast<Size>(numbers), change.data(), column);
    }
    coarse.set(stream, invert_patches(coarse.to_host(stream)));
    inverse.of_patches = Array<real, B>(all);
    DenseProduct<B>(stream).multiply(stream, 1, static_cast<Index>(numbers), patches, patches, rest.data(),
                                     coarse.data(), inverse.of_patches.data());
    stream.synchronize(); // before what it was made of goes
  }
  /// Corrections of an arbitrary slip must not make it grow. @throws InputError
  void require_convergence(const Stream<B>& stream, const StepInTime& when, const Inverse<B>& inverse) {
    constexpr int corrections = 8, seen = 3;
    constexpr real most_growth = 1.05; // slips to which nothing answers stay
    std::vector<real> start(3 * points.size());
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = std::sin(static_cast<real>(i * i % 1009));
    Array<real, B> left(stream, start), forces(stream, start.size());
    Array<real, B> sums_of_patches(static_cast<std::size_t>(inverse.patches));
    std::vector<real> lengths;
    for (int c = 0; c < corrections; ++c) {
      sum_patches(stream, inverse, n, normals.data(), left.data(), sums_of_patches.data());
      inverse.local.multiply(stream, left.data(), change.data());
      correct(stream, inverse, 3 * n, sums_of_patches.data(), when.difference().beta / density, change.data(),
              forces.data());
      answer(stream, when);
      interpolate(stream, field.any());
      add(stream, Size{3} * n, slip.data(), left.data());
      lengths.push_back(longest(stream, vectors_view<const real>(left.data(), n)));
    }
    const real growth = std::pow(lengths.back() / lengths[corrections - 1 - seen], real{1} / seen);
    log::debug(text("walls: slip falls by %.3g a correction", growth));
    if (!(growth < most_growth))
      throw InputError(
          text("the points of walls do not hold the fluid: each correction makes their slip %.3g "
               "times as large. Walls must be further apart, or the grid finer; "
               "held_by: springs holds a tube in any case",
               growth));
  }
  /// Makes the inverse of a rung, in place of the one that was last taken longest ago.
  void make_inverse(const Stream<B>& stream, int rung, real time) {
    if (inverses.size() >= most_inverses) {
      auto oldest = inverses.begin();
      for (auto i = inverses.begin(); i != inverses.end(); ++i)
        if (i->second.last_use < oldest->second.last_use) oldest = i;
      stream.synchronize();
      inverses.erase(oldest);
    }
    const StepInTime when{
        .start = time, .length = std::pow(factor_of_rungs, rung), .scheme = TimeScheme::bdf2};
    fluid.prepare(stream, when);
    const auto made_now = inverses.emplace(
        rung, Inverse<B>(stream, local_inverse(stream, when), make_patches(local.grid, points), ++made));
    add_patches(stream, when, made_now.first->second);
    require_convergence(stream, when, made_now.first->second);
    log::debug(text("walls: an inverse for beta = %.4g us of %d points and %d patches", when.length, n,
                    made_now.first->second.patches));
  }
};

template <class B>
HeldWalls<B>::HeldWalls(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
                        NavierStokes<B>& fluid, WallPoints points) {
  if (!model.is_bdf2()) throw InputError("walls of points need time.scheme: bdf2");
  if (model.grid.topology.y.ends != Ends::periodic)
    throw InputError("walls of points need a box that is periodic in y");
  for (int d = 0; d < 3; ++d)
    if (model.grid.n[d] < least_cells_of_walls)
      throw InputError(
          text("walls of points need a box of %d cells or more in each direction", least_cells_of_walls));
  impl_ = std::make_unique<Impl>(stream, model, local, fluid, std::move(points));
}
template <class B>
HeldWalls<B>::~HeldWalls() = default;

template <class B>
const WallPoints& HeldWalls<B>::points() const {
  return impl_->points;
}
template <class B>
std::uint64_t HeldWalls<B>::number_of_inverse() const {
  return impl_->now ? impl_->now->number : 0;
}

template <class B>
void HeldWalls<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  Impl& p = *impl_;
  const int rung = rung_of(when);
  if (!p.inverses.count(rung)) p.make_inverse(stream, rung, when.start);
  p.now = &p.inverses.at(rung);
  p.now->last_use = ++p.uses;
  if (p.sums.size() < static_cast<std::size_t>(p.now->patches))
    p.sums = Array<real, B>(stream, static_cast<std::size_t>(p.now->patches));
}

template <class B>
void HeldWalls<B>::add_forces(const Stream<B>& stream, const Array<real, B>& F, AnyFaces to) {
  Impl& p = *impl_;
  p.spread(stream, F.data(), p.field.any());
  with_faces(to, [&]<class T>(FaceView<T> f) {
    const FaceView<T> of_walls = p.field.any().template as<T>();
    for (int d = 0; d < 3; ++d) add(stream, p.local.slab.own_cells(), of_walls[d], f[d]);
  });
}

template <class B>
void HeldWalls<B>::hold(const Stream<B>& stream, const StepInTime& when, AnyFaces u, Array<real, B>& F) {
  Impl& p = *impl_;
  const int corrections = when.before > 0 ? 1 : corrections_of_first_step;
  for (int c = 0; c < corrections; ++c) {
    p.find_slip(stream, u);
    sum_patches(stream, *p.now, p.n, p.normals.data(), p.slip.data(), p.sums.data());
    p.now->local.multiply(stream, p.slip.data(), p.change.data());
    correct(stream, *p.now, 3 * p.n, p.sums.data(), when.difference().beta / p.density, p.change.data(),
            F.data());
    p.answer(stream, when);
    const Size ghosts = p.local.slab.ghost_cells(); // of both fields they are filled
    with_faces(u, [&]<class T>(FaceView<T> to) {
      add(stream, 3 * p.local.slab.stored_cells(), p.field.any().template as<T>().x - ghosts, to.x - ghosts);
    });
  }
}

template <class B>
real HeldWalls<B>::slip(const Stream<B>& stream, AnyConstFaces u) {
  Impl& p = *impl_;
  p.find_slip(stream, u);
  return longest(stream, vectors_view<const real>(p.slip.data(), p.n));
}

template class HeldWalls<ThisBackend>;

} // namespace ibsim

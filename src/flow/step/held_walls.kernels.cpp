#include "step/held_walls.hpp"

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "geometry/triangle_mesh.hpp"
#include "linalg/dense_product.hpp"
#include "model/flow_model.hpp"
#include "objects/viscosity_bounds.hpp"
#include "parallel/device.hpp"
#include "parallel/reduce.hpp"
#include "step/site_coupling.hpp"
#include "step/vectors_at_points.hpp"
#include "step/wall_corrections.hpp"
#include "walls/kept_inverse.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>
#include <utility>

namespace ibsim {
using namespace wall_corrections;

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

/// The kind of device that computes.
template <class B>
std::string device_name() {
  if constexpr (std::is_same_v<B, Cpu>)
    return "cpu";
  else
    return describe_cuda_device().name;
}

/// m of carried_part.hpp.
real implicit_over_least(const FlowModel& model) {
  const ViscosityBounds bounds = viscosity_bounds(model);
  return implicit_viscosity(bounds, TimeScheme::bdf2) / bounds.least;
}

/// The length of the longest vector.
template <class B>
real longest(const Stream<B>& stream, VectorsView<const real> all) {
  return max_of(stream, all.n, [=] IBSIM_KERNEL(Index i) { return norm(all.at(i)); });
}

} // namespace

template <class B>
struct HeldWalls<B>::Impl {
  WallPoints points;
  LocalGrid<B> local;
  NavierStokes<B>& fluid;
  std::string cache_folder; ///< empty: none
  real density;
  real viscosities; ///< m
  Index n;
  SiteCoupling<B> coupling;
  Array<real, B> X, normals, velocity; ///< of the points; no velocity where all are at rest
  Array<real, B> slip, change, sums;
  FaceField<B> field;                     ///< S F, then the answer to dF
  std::map<int, WallInverse<B>> inverses; ///< by their rung
  WallInverse<B>* now = nullptr;
  std::uint64_t made = 0, uses = 0;
  bool placed = false; ///< the points are in the order of interpolation

  Impl(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& of_rank, NavierStokes<B>& of,
       WallPoints walls)
      : points(std::move(walls)), local(of_rank), fluid(of),
        cache_folder(of_rank.alone() ? model.cache_folder : ""), density(model.fluid.density),
        viscosities(implicit_over_least(model)), n(static_cast<Index>(points.size())),
        coupling(stream, of_walls(model), of_rank, of, {n}, {n}, n, n), X(stream, components(points.at)),
        normals(stream, components(points.outward)),
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
  /// slip = u at the points. @param with_images as SiteCoupling gives it
  void interpolate(const Stream<B>& stream, AnyConstFaces with_images) {
    coupling.interpolate(stream, 0, with_images, places(), vectors_view(slip.data(), n), Instant::end,
                         Instant::end, !std::exchange(placed, true));
  }
  /// slip = a change of the velocity at the points
  void interpolate_change(const Stream<B>& stream) {
    interpolate(stream, coupling.change_with_images(stream, field.any()));
  }
  void spread(const Stream<B>& stream, const real* F, AnyFaces f) {
    coupling.spread(stream, places(), vectors_view<const real>(F, n), Instant::end, Instant::end, f, false);
  }
  /// slip = that of u
  void find_slip(const Stream<B>& stream, AnyConstFaces u) {
    interpolate(stream, coupling.velocity_with_images(stream, u, true));
    if (!velocity.empty()) subtract(stream, Size{3} * n, velocity.data(), slip.data());
  }
  /// field = the answer to the forces in `change`, times beta/rho
  /// @param memory FlowSolver::answer
  void answer(const Stream<B>& stream, const StepInTime& when, real* memory = nullptr) {
    spread(stream, change.data(), fluid.room_for_forces());
    fluid.answer(stream, when, field.any(), memory);
  }
  /// slip = the velocities of the points from forces on them, by a step of backward Euler in which beta is
  /// its length.
  void apply_mobility(const Stream<B>& stream, const StepInTime& when, const real* forces) {
    scale(stream, Size{3} * n, when.difference().beta / density, forces, change.data());
    answer(stream, when);
    interpolate_change(stream);
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
  void add_patches(const Stream<B>& stream, const StepInTime& when, WallInverse<B>& inverse) {
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
  /// u = u* + A^-1 S dF beta/rho, F += part dF, so many times
  void hold(const Stream<B>& stream, const StepInTime& when, int corrections, real part, AnyFaces u,
            Array<real, B>& F, real* memory) {
    for (int c = 0; c < corrections; ++c) {
      find_slip(stream, u);
      sum_patches(stream, *now, n, normals.data(), slip.data(), sums.data());
      now->local.multiply(stream, slip.data(), change.data());
      correct(stream, *now, 3 * n, sums.data(), when.difference().beta / density, part, change.data(),
              F.data());
      answer(stream, when, memory);
      const Size ghosts = local.slab.ghost_cells(); // of both fields they are filled
      with_faces(u, [&]<class T>(FaceView<T> to) {
        add(stream, 3 * local.slab.stored_cells(), field.any().template as<T>().x - ghosts, to.x - ghosts);
      });
    }
  }
  /// to = M G from, of slips
  void answer_slip(const Stream<B>& stream, const StepInTime& when, const WallInverse<B>& inverse,
                   Array<real, B>& sums_of_patches, const real* from, real* to) {
    sum_patches(stream, inverse, n, normals.data(), from, sums_of_patches.data());
    inverse.local.multiply(stream, from, change.data());
    correct(stream, inverse, 3 * n, sums_of_patches.data(), -when.difference().beta / density, 0,
            change.data(), to);
    answer(stream, when);
    interpolate_change(stream);
    copy_within_device(stream, to, slip.data(), sizeof(real) * 3 * points.size());
  }
  /// The eigenvalue of M G that is farthest outside of 0 to 1, or 1: polynomials of Chebyshev,
  /// T_(p+1) = 2 (2 M G - 1) T_p - T_(p-1), of an arbitrary slip. They stay small for eigenvalues from 0 to 1
  /// and grow by r = t + sqrt(t^2 - 1), t = 2 g - 1, for others.
  FarthestMode farthest_mode(const Stream<B>& stream, const StepInTime& when, const WallInverse<B>& inverse) {
    constexpr int products = 24;
    const Size numbers = Size{3} * n;
    std::vector<real> start(3 * points.size());
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = std::sin(static_cast<real>(i * i % 1009));
    Array<real, B> before(stream, start), now(stream, start), next(start.size());
    Array<real, B> sums_of_patches(static_cast<std::size_t>(inverse.patches));
    answer_slip(stream, when, inverse, sums_of_patches, before.data(), now.data());
    combine(stream, numbers, 2, now.data(), -1, before.data(), now.data());
    for (int p = 1; p < products; ++p) {
      answer_slip(stream, when, inverse, sums_of_patches, now.data(), next.data());
      combine(stream, numbers, 4, next.data(), -2, now.data(), next.data());
      combine(stream, numbers, 1, next.data(), -1, before.data(), before.data());
      std::swap(before, now);
    }
    const real r = product(stream, numbers, before.data(), now.data()) /
                   product(stream, numbers, before.data(), before.data());
    const real g = std::abs(r) > 1 ? (2 + r + 1 / r) / 4 : std::isfinite(r) ? 1 : r;
    return {g, points.at[place_of_longest(now.to_host(stream))]};
  }
  /// @throws InputError where steps are not stable whatever is carried
  CarriedPart carry(const FarthestMode& mode) const {
    const auto [farthest, at] = mode;
    const CarriedPart carried = carried_part(viscosities, farthest);
    const std::string place = place_text(at);
    log::debug(
        text("walls: a correction is up to %.4g times as large as it should be, near %s; %d a step, of "
             "which %.3g is carried",
             farthest, place.c_str(), carried.corrections, carried.part));
    if (carried.corrections == 0)
      throw InputError(text(
          "the points of walls do not hold the fluid near %s: a correction of their slip is %.3g times as "
          "large as it should be. Walls must be further apart, or the grid finer; held_by: springs holds "
          "a tube in any case",
          place.c_str(), farthest));
    return carried;
  }
  /// The inverse of a step, from the cache or made anew.
  WallInverse<B> find_or_make(const Stream<B>& stream, const StepInTime& when) {
    const WallPatches patches = make_patches(local.grid, points);
    std::filesystem::path file;
    if (!cache_folder.empty()) {
      file =
          file_of_inverse(cache_folder, {local.grid, points, when.difference().beta, fluid.a_of_answer(when),
                                         density, fluid.storage(), device_name<B>()});
      if (const std::optional<KeptInverse> kept = read_inverse(file, n, patches.number())) {
        log::debug("walls: the cache has their inverse");
        if (!placed) interpolate_change(stream); // a Graph may record the next one
        WallInverse<B> inverse(stream, kept->local, patches);
        inverse.of_patches = Array<real, B>(stream, kept->of_patches);
        stream.synchronize();
        inverse.carried = carry({kept->farthest, kept->at});
        return inverse;
      }
    }
    const BlockMatrix G = local_inverse(stream, when);
    log::debug("walls: neighbours are there");
    WallInverse<B> inverse(stream, G, patches);
    add_patches(stream, when, inverse);
    log::debug("walls: patches are there");
    const FarthestMode mode = farthest_mode(stream, when, inverse);
    inverse.carried = carry(mode);
    if (!file.empty()) keep_inverse(file, {G, inverse.of_patches.to_host(stream), mode.eigenvalue, mode.at});
    return inverse;
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
    WallInverse<B>& inverse = inverses.emplace(rung, find_or_make(stream, when)).first->second;
    inverse.number = ++made;
    log::debug(text("walls: an inverse for beta = %.4g us of %d points and %d patches", when.length, n,
                    inverse.patches));
  }
};

template <class B>
HeldWalls<B>::HeldWalls(const Stream<B>& stream, const FlowModel& model, const LocalGrid<B>& local,
                        NavierStokes<B>& fluid, WallPoints points) {
  if (!model.is_bdf2()) throw InputError("walls of points need time.scheme: bdf2");
  if (model.is_sheared()) throw InputError("walls of points exclude unbounded shear");
  for (int d = 0; d < 3; ++d)
    if (model.grid.n[d] < least_cells_of_walls)
      throw InputError(
          text("walls of points need %d grid points or more in each direction", least_cells_of_walls));
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
void HeldWalls<B>::hold(const Stream<B>& stream, const StepInTime& when, AnyFaces u, Array<real, B>& F,
                        real* memory) {
  Impl& p = *impl_;
  if (when.before > 0)
    p.hold(stream, when, p.now->carried.corrections, p.now->carried.part, u, F, memory);
  else
    p.hold(stream, when, corrections_of_first_step, 1, u, F, memory);
}

template <class B>
void HeldWalls<B>::correct_answer(const Stream<B>& stream, const StepInTime& when, AnyFaces u,
                                  Array<real, B>& F) {
  impl_->hold(stream, when, 1, 1, u, F, nullptr);
}

template <class B>
real HeldWalls<B>::slip(const Stream<B>& stream, AnyConstFaces u) {
  Impl& p = *impl_;
  p.find_slip(stream, u);
  return longest(stream, vectors_view<const real>(p.slip.data(), p.n));
}

template class HeldWalls<ThisBackend>;

} // namespace ibsim

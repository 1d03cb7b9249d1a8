// Inverses of walls of points (walls/wall_inverse.hpp) for the steps of a run (held_walls.hpp). For kernel
// files.
//
// Inverses are made for the rungs of a ladder, beta = b 1.5^n. b is the beta of the first step, so that a run
// whose steps stay as they are has one inverse, its own. Where steps change, an inverse between two rungs is
//
//   part of the lower one + (1 - part) of the upper one,   part = (1/beta - 1/upper)/(1/lower - 1/upper)
//
// A plane's G = 2 mu sqrt(q^2 + rho/(mu beta)) is concave in 1/beta, so that what is between two rungs is too
// small: by 0.5 % at most, of q = 0 in the middle. The first step, of another beta, takes the upper rung of
// those which follow. All of this depends on beta alone, so a run that is resumed takes the same inverses.
#pragma once

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "fluid/implicit_viscosity.hpp"
#include "geometry/triangle_mesh.hpp"
#include "linalg/dense_product.hpp"
#include "objects/viscosity_bounds.hpp"
#include "parallel/device.hpp"
#include "step/held_points.hpp"
#include "walls/kept_inverse.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <future>
#include <map>
#include <optional>
#include <type_traits>

namespace ibsim::wall_corrections {

constexpr real factor_of_rungs = 1.5;
/// Number of inverses in memory, those that were taken last. Steps that adapt use two to four.
constexpr std::size_t most_inverses = 4;

/// The kind of device that computes.
template <class B>
std::string device_name() {
  if constexpr (std::is_same_v<B, Cpu>)
    return "cpu";
  else
    return describe_cuda_device().name;
}

/// m of carried_part.hpp.
inline real implicit_over_least(const FlowModel& model) {
  const ViscosityBounds bounds = viscosity_bounds(model);
  return implicit_viscosity(bounds, TimeScheme::bdf2) / bounds.least;
}

template <class B>
class WallInverses {
 public:
  WallInverses(const Stream<B>& stream, const FlowModel& model, HeldPoints<B>& points)
      : at_(points), cache_folder_(model.cache_folder), viscosities_(implicit_over_least(model)),
        first_beta_(model.equal_step > 0 ? 2 * model.equal_step / 3 : 1),
        patches_on_host_(make_patches(points.local.grid, points.points)), patches_(stream, patches_on_host_),
        sums_(stream, static_cast<std::size_t>(patches_.number)),
        room_(stream, static_cast<std::size_t>(patches_.number) * parts_of_patch) {}

  /// Takes the inverse of a step from now on. Makes those that it needs: collective.
  void take(const Stream<B>& stream, const StepInTime& when) {
    const bool first = !(when.before > 0);
    const real beta = first ? 2 * when.length / 3 : when.difference().beta;
    const int rung = rung_of(beta);
    const real part = first ? 0 : 2 * (beta_of(rung) / beta - 1);
    WallInverse<B>& upper = of_rung(stream, rung, when.start);
    if (part > 1e-9)
      take_between(stream, upper, of_rung(stream, rung - 1, when.start), {rung, part});
    else
      now_ = &upper;
  }
  const WallInverse<B>* now() const { return now_; }

  /// change = factor dF of HeldPoints::slip, F += carried dF
  void correct(const Stream<B>& stream, real factor, real carried, real* F) {
    correct(stream, *now_, at_.slip.data(), factor, carried, F);
  }

 private:
  /// A place between the rungs of the ladder.
  struct Between {
    int rung = 0; ///< the upper one
    real part = 0;
    bool operator==(const Between&) const = default;
  };

  real beta_of(int rung) const { return first_beta_ * std::pow(factor_of_rungs, rung); }
  /// The rung of the ladder at or above beta.
  int rung_of(real beta) const {
    return static_cast<int>(std::ceil(std::log(beta / first_beta_) / std::log(factor_of_rungs) - 1e-9));
  }
  WallInverse<B>& of_rung(const Stream<B>& stream, int rung, real time) {
    if (!inverses_.count(rung)) make(stream, rung, time);
    WallInverse<B>& found = inverses_.at(rung);
    found.last_use = ++uses_;
    return found;
  }
  void take_between(const Stream<B>& stream, const WallInverse<B>& upper, const WallInverse<B>& lower,
                    const Between& where) {
    if (!between_)
      between_.emplace(stream, upper, lower, where.part), between_->number = ++made_;
    else if (!(where == at_between_))
      between_->interpolate(stream, upper, lower, where.part), between_->number = ++made_;
    at_between_ = where;
    now_ = &*between_;
  }

  /// Corrects by what an inverse makes of slips `p`.
  void correct(const Stream<B>& stream, const WallInverse<B>& inverse, const real* p, real factor,
               real carried, real* F) {
    sum_patches(stream, patches_, at_.n, at_.normals.data(), p, room_.data(), sums_.data());
    inverse.local.multiply(stream, p, at_.change.data());
    wall_corrections::correct(stream, inverse, 3 * at_.n, patches_.number, sums_.data(), factor, carried,
                              at_.change.data(), F);
  }
  BlockMatrix local_inverse(const Stream<B>& stream, const StepInTime& when) {
    const Grid& grid = at_.local.grid;
    const PairMobility pairs = fit_pair_mobility(wall_kernel, grid.h, at_.fluid.a_of_answer(when),
                                                 when.difference().beta / at_.density, 2 * wall_neighbours);
    Array<real, B> on_device(static_cast<std::size_t>(at_.numbers()));
    return make_local_inverse(grid, at_.points, pairs, [&](const std::vector<real>& forces) {
      on_device.set(stream, forces);
      at_.apply_mobility(stream, when, on_device.data());
      return at_.slip.to_host(stream);
    });
  }
  /// K = (P - G M P) (P^T M P)^-1
  void add_patches(const Stream<B>& stream, const StepInTime& when, WallInverse<B>& inverse) {
    const Index patches = patches_.number;
    const auto numbers = static_cast<std::size_t>(at_.numbers()), each = static_cast<std::size_t>(patches);
    Array<real, B> rest(numbers * each), coarse(stream, each * each);
    for (Index patch = 0; patch < patches; ++patch) {
      real* const column = rest.data() + numbers * static_cast<std::size_t>(patch);
      set_patch(stream, patches_, patch, patches_on_host_, at_.n, at_.normals.data(), column);
      at_.apply_mobility(stream, when, column);
      sum_patches(stream, patches_, at_.n, at_.normals.data(), at_.slip.data(), room_.data(),
                  coarse.data() + each * static_cast<std::size_t>(patch));
      inverse.local.multiply(stream, at_.slip.data(), at_.change.data());
      subtract(stream, at_.numbers(), at_.change.data(), column);
    }
    coarse.set(stream, invert_patches(coarse.to_host(stream)));
    inverse.of_patches = Array<float, B>(numbers * each);
    constexpr Index most_columns = 64; // at a time: they are made in doubles
    Array<real, B> some(numbers * static_cast<std::size_t>(std::min(most_columns, patches)));
    DenseProduct<B> dense(stream);
    for (Index from = 0; from < patches; from += most_columns) {
      const Index columns = std::min(most_columns, patches - from);
      dense.multiply(stream, 1, static_cast<Index>(numbers), columns, patches, rest.data(),
                     coarse.data() + each * static_cast<std::size_t>(from), some.data());
      to_floats(stream, at_.numbers() * columns, some.data(),
                inverse.of_patches.data() + numbers * static_cast<std::size_t>(from));
    }
    stream.synchronize(); // before what it was made of goes
  }
  /// to = M G from, of slips
  void answer_slip(const Stream<B>& stream, const StepInTime& when, const WallInverse<B>& inverse,
                   const real* from, real* to) {
    correct(stream, inverse, from, -when.difference().beta / at_.density, 0, to);
    at_.answer(stream, when);
    at_.interpolate_change(stream);
    copy_within_device(stream, to, at_.slip.data(), sizeof(real) * static_cast<std::size_t>(at_.numbers()));
  }
  /// The eigenvalue of M G that is farthest outside of 0 to 1, or 1: polynomials of Chebyshev,
  /// T_(p+1) = 2 (2 M G - 1) T_p - T_(p-1), of an arbitrary slip. They stay small for eigenvalues from 0 to 1
  /// and grow by r = t + sqrt(t^2 - 1), t = 2 g - 1, for others.
  FarthestMode farthest_mode(const Stream<B>& stream, const StepInTime& when, const WallInverse<B>& inverse) {
    constexpr int products = 24;
    const Size numbers = at_.numbers();
    std::vector<real> start(static_cast<std::size_t>(numbers));
    for (std::size_t i = 0; i < start.size(); ++i) start[i] = std::sin(static_cast<real>(i * i % 1009));
    Array<real, B> before(stream, start), now(stream, start), next(start.size());
    answer_slip(stream, when, inverse, before.data(), now.data());
    combine(stream, numbers, 2, now.data(), -1, before.data(), now.data());
    for (int p = 1; p < products; ++p) {
      answer_slip(stream, when, inverse, now.data(), next.data());
      combine(stream, numbers, 4, next.data(), -2, now.data(), next.data());
      combine(stream, numbers, 1, next.data(), -1, before.data(), before.data());
      std::swap(before, now);
    }
    const real r = product(stream, numbers, before.data(), now.data()) /
                   product(stream, numbers, before.data(), before.data());
    const real g = std::abs(r) > 1 ? (2 + r + 1 / r) / 4 : std::isfinite(r) ? 1 : r;
    return {g, at_.points.at[place_of_longest(now.to_host(stream))]};
  }
  /// @throws InputError where steps are not stable whatever is carried
  CarriedPart carry(const FarthestMode& mode) const {
    const auto [farthest, at] = mode;
    const CarriedPart carried = carried_part(viscosities_, farthest);
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
  /// Kept inverse of a file; none for an empty name. Making one is collective, so none where a rank has not
  /// found it, or found another.
  std::optional<KeptInverse> find(const std::filesystem::path& file) const {
    std::optional<KeptInverse> kept;
    if (!file.empty()) kept = read_inverse(file, at_.n, patches_.number);
    if (at_.local.alone()) return kept;
    const std::vector<std::uint64_t> found =
        at_.local.ranks->world().all_gather(kept ? kept->checksum : std::uint64_t{0});
    const bool is_of_all = std::all_of(found.begin(), found.end(), [&](std::uint64_t checksum) {
      return checksum != 0 && checksum == found[0];
    });
    return is_of_all ? std::move(kept) : std::nullopt;
  }
  /// The inverse of a step, from the cache or made anew, which rank 0 keeps.
  WallInverse<B> find_or_make(const Stream<B>& stream, const StepInTime& when) {
    std::filesystem::path file;
    if (!cache_folder_.empty())
      file = file_of_inverse(cache_folder_,
                             {at_.local.grid, at_.points, when.difference().beta, at_.fluid.a_of_answer(when),
                              at_.density, at_.field.storage(), device_name<B>()});
    if (const std::optional<KeptInverse> kept = find(file)) {
      log::debug("walls: the cache has their inverse");
      if (!at_.placed) at_.interpolate_change(stream); // a Graph may record the next one
      WallInverse<B> inverse(stream, kept->local);
      inverse.of_patches = Array<float, B>(stream, kept->of_patches);
      stream.synchronize();
      inverse.carried = carry({kept->farthest, kept->at});
      return inverse;
    }
    BlockMatrix G = local_inverse(stream, when);
    log::debug("walls: neighbours are there");
    WallInverse<B> inverse(stream, G);
    add_patches(stream, when, inverse);
    log::debug("walls: patches are there");
    const FarthestMode mode = farthest_mode(stream, when, inverse);
    inverse.carried = carry(mode);
    if (!file.empty() && at_.local.rank() == 0)
      keep(file, {std::move(G), inverse.of_patches.to_host(stream), mode.eigenvalue, mode.at});
    return inverse;
  }
  /// Writes an inverse into the cache while the next steps are computed.
  void keep(const std::filesystem::path& file, KeptInverse inverse) {
    if (keeping_.valid()) keeping_.get();
    keeping_ = std::async(std::launch::async, [file, kept = std::move(inverse)]() mutable {
      keep_inverse(file, std::move(kept));
    });
  }
  /// Makes the inverse of a rung, in place of the one that was last taken longest ago.
  void make(const Stream<B>& stream, int rung, real time) {
    if (inverses_.size() >= most_inverses) {
      auto oldest = inverses_.begin();
      for (auto i = inverses_.begin(); i != inverses_.end(); ++i)
        if (i->second.last_use < oldest->second.last_use) oldest = i;
      stream.synchronize();
      inverses_.erase(oldest);
    }
    const StepInTime when{.start = time, .length = beta_of(rung), .scheme = TimeScheme::bdf2};
    at_.fluid.prepare(stream, when);
    WallInverse<B>& inverse = inverses_.emplace(rung, find_or_make(stream, when)).first->second;
    inverse.number = ++made_;
    log::debug(text("walls: an inverse for beta = %.4g us of %d points and %d patches", when.length, at_.n,
                    patches_.number));
  }

  HeldPoints<B>& at_;
  std::string cache_folder_; ///< empty: none
  real viscosities_;         ///< m
  real first_beta_;          ///< b, us
  WallPatches patches_on_host_;
  PatchesOfWalls<B> patches_;
  Array<real, B> sums_, room_;             ///< of patches
  std::map<int, WallInverse<B>> inverses_; ///< by their rung
  std::optional<WallInverse<B>> between_;  ///< of rungs
  Between at_between_;
  const WallInverse<B>* now_ = nullptr;
  std::uint64_t made_ = 0, uses_ = 0;
  std::future<void> keeping_; ///< of the last inverse that was made; its end waits for it
};

} // namespace ibsim::wall_corrections

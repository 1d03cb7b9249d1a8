#include "simulation/held_flow_rates.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "parallel/for_each.hpp"
#include "parallel/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ibsim {
namespace {

/// Corrections of the slip of b: each makes it ten times smaller or more, and in short steps half as large.
constexpr int corrections_of_answer = 12;
/// By which part of what is missing a level changes in a step: less than the pumps do when flow rates jump.
constexpr real part_of_level = 0.25;

template <class B>
void set_number(const Stream<B>& stream, real value, real* to) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) { *to = value; });
}

/// to += factor of
template <class B>
void add_scaled(const Stream<B>& stream, Size n, const real* factor, const real* of, real* to) {
  for_each(stream, n, [=] IBSIM_KERNEL(Size i) { to[i] += *factor * of[i]; });
}

/// Sums over planes: sums[k] = sum of parts u.
template <class B>
void sum_of_each_plane(const Stream<B>& stream, Index planes, Index plane, const real* parts, const real* u,
                       real* sums) {
  reduce_each(
      stream, planes, plane, real{0},
      [=] IBSIM_KERNEL(Index k, Index c) {
        const Size i = Size{k} * plane + c;
        return parts[i] * u[i];
      },
      Plus{}, sums);
}

/// found[j] = factor[j] sum over all planes of the sums of rate j, which lie rank by rank, of each rank rate
/// by rate, plane by plane. @param first plane of each rank, and of the rank after the last
template <class B>
void add_planes(const Stream<B>& stream, Index rates, Index ranks, const Index* first, const real* factor,
                const real* sums, real* found) {
  for_each(stream, rates, [=] IBSIM_KERNEL(Index j) {
    real all = 0;
    for (Index r = 0; r < ranks; ++r) {
      const Index planes = first[r + 1] - first[r];
      const real* of_rank = sums + Size{rates} * first[r] + Size{planes} * j;
      for (Index k = 0; k < planes; ++k) all += of_rank[k];
    }
    found[j] = factor[j] * all;
  });
}

/// What the pumps whose g is sought have, on the device, each an array of them.
struct Sought {
  const Index* pump;  ///< number of it
  const real* wanted; ///< Q, or p
  const real* length; ///< 0 of a flow rate
  const real* resistance;
  const Index* vessel; ///< number of it, from 1
  const real* factors; ///< of the matrix as L U, row by row, with 1/0 as 0
  const Index* order;  ///< of its rows
};

/// dg, and g += dg. @param change room for one number each, becomes dg
template <class B>
void change_forces(const Stream<B>& stream, Index n, const Sought s, const real* levels, const real* found,
                   real* change, real* g) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    for (Index i = 0; i < n; ++i) { // L y = what is missing
      const Index row = s.order[i];
      real missing = s.length[row] > 0 ? s.wanted[row] + (s.vessel[row] > 0 ? levels[s.vessel[row] - 1] : 0) -
                                             s.resistance[row] * found[row] - s.length[row] * g[s.pump[row]]
                                       : s.wanted[row] - found[row];
      for (Index j = 0; j < i; ++j) missing -= s.factors[Size{i} * n + j] * change[j];
      change[i] = missing;
    }
    for (Index i = n - 1; i >= 0; --i) { // U dg = y
      for (Index j = i + 1; j < n; ++j) change[i] -= s.factors[Size{i} * n + j] * change[j];
      const real pivot = s.factors[Size{i} * n + i];
      change[i] = pivot != 0 ? change[i] / pivot : 0;
      g[s.pump[i]] += change[i];
    }
  });
}

/// All pumps, on the device, each an array of them.
struct OfPumps {
  const Index *vessel, *has_pressure;
  const real *length, *pressure;
};

/// s of each vessel, and g of the pumps with a pressure.
template <class B>
void set_levels(const Stream<B>& stream, Index pumps, Index vessels, const OfPumps of, real* g,
                real* levels) {
  for_each(stream, 1, [=] IBSIM_KERNEL(Index) {
    for (Index v = 0; v < vessels; ++v) {
      real low = 0, high = 0;
      bool any = false;
      for (Index i = 0; i < pumps; ++i) {
        if (of.vessel[i] != v + 1) continue;
        const real p = g[i] * of.length[i];
        low = any && low < p ? low : p, high = any && high > p ? high : p;
        any = true;
      }
      levels[v] -= part_of_level * (low + high) / 2;
    }
    for (Index i = 0; i < pumps; ++i)
      if (of.has_pressure[i])
        g[i] = (of.pressure[i] + (of.vessel[i] > 0 ? levels[of.vessel[i] - 1] : 0)) / of.length[i];
  });
}

/// A matrix, row by row, becomes L and U with its rows in `order`: L has ones on its diagonal. A pivot that
/// is nothing beside the largest number becomes zero.
void factorize(std::vector<real>& matrix, std::vector<Index>& order) {
  const std::size_t n = order.size();
  real largest = 0;
  for (const real number : matrix) largest = std::max(largest, std::abs(number));
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<Index>(i);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(matrix[i * n + k]) > std::abs(matrix[best * n + k])) best = i;
    std::swap(order[k], order[best]);
    for (std::size_t j = 0; j < n; ++j) std::swap(matrix[k * n + j], matrix[best * n + j]);
    real& pivot = matrix[k * n + k];
    if (!(std::abs(pivot) > 1e-12 * largest)) {
      pivot = 0;
      log::debug("flow rates: the pumps do not determine all of them");
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      real& factor = matrix[i * n + k];
      factor = pivot != 0 ? factor / pivot : 0;
      for (std::size_t j = k + 1; j < n; ++j) matrix[i * n + j] -= factor * matrix[k * n + j];
    }
  }
}

} // namespace

template <class B>
struct HeldFlowRates<B>::Impl {
  /// A pump on the device.
  struct Placed {
    Array<real, B> parts;
    Index first_plane, planes;
  };
  LocalGrid<B> local;
  NavierStokes<B>& fluid;
  HeldWalls<B>& walls;
  real density;
  std::vector<Pump> pumps; ///< their parts are in `placed`
  std::vector<Placed> placed;
  std::vector<Index> sought;     ///< pumps whose g is what keeps a flow rate, or goes with it
  std::vector<Array<real, B>> F; ///< answers, of each of these
  std::vector<FaceField<B>> b;
  Index vessels = 0; ///< with a level
  Array<Index, B> number, order, first_planes, vessel_of_sought, vessel_of_all, has_pressure;
  Array<real, B> length_of_all, wanted, pressures, found, change, length, resistance, factor, factors,
      own_sums, sums;
  std::vector<std::size_t> bytes_of_ranks;
  real beta = 0; ///< of the steps whose answers b are

  Impl(const Stream<B>& stream, real of_fluid, std::vector<Pump> of_rank, const LocalGrid<B>& of_grid,
       NavierStokes<B>& of, HeldWalls<B>& held)
      : local(of_grid), fluid(of), walls(held), density(of_fluid), pumps(std::move(of_rank)) {
    std::vector<real> lengths, all_lengths, resistances, factors_of_sums;
    std::vector<Index> of_sought, of_all, given;
    const real h = local.grid.h;
    const Index plane = local.slab.plane_cells();
    for (std::size_t i = 0; i < pumps.size(); ++i) {
      Pump& pump = pumps[i];
      placed.push_back({Array<real, B>(stream, pump.parts), pump.first_plane,
                        static_cast<Index>(pump.parts.size() / static_cast<std::size_t>(plane))});
      vessels = std::max(vessels, static_cast<Index>(pump.vessel));
      of_all.push_back(pump.vessel), all_lengths.push_back(pump.layers * h);
      given.push_back(pump.kind == OpeningKind::pressure);
      if (given.back()) continue;
      of_sought.push_back(pump.vessel);
      sought.push_back(static_cast<Index>(i));
      lengths.push_back(pump.kind == OpeningKind::resistance ? pump.layers * h : 0);
      resistances.push_back(pump.resistance);
      factors_of_sums.push_back(h * h / static_cast<real>(pump.layers));
      F.emplace_back(stream, 3 * held.points().size());
      b.emplace_back(stream, local.slab);
    }
    const std::vector<Index> first = local.first_planes();
    const std::size_t rates = sought.size();
    for (std::size_t r = 0; r + 1 < first.size(); ++r)
      bytes_of_ranks.push_back(sizeof(real) * rates * static_cast<std::size_t>(first[r + 1] - first[r]));
    pressures = Array<real, B>(stream, pumps.size());
    vessel_of_all = Array<Index, B>(stream, of_all), has_pressure = Array<Index, B>(stream, given);
    length_of_all = Array<real, B>(stream, all_lengths);
    if (rates > 0) {
      number = Array<Index, B>(stream, sought), vessel_of_sought = Array<Index, B>(stream, of_sought);
      order = Array<Index, B>(stream, rates);
      first_planes = Array<Index, B>(stream, first);
      wanted = Array<real, B>(stream, rates), found = Array<real, B>(stream, rates);
      change = Array<real, B>(stream, rates), length = Array<real, B>(stream, lengths);
      resistance = Array<real, B>(stream, resistances), factor = Array<real, B>(stream, factors_of_sums);
      factors = Array<real, B>(stream, rates * rates);
      own_sums = Array<real, B>(stream, rates * static_cast<std::size_t>(local.slab.planes));
      if (!local.alone()) sums = Array<real, B>(stream, rates * static_cast<std::size_t>(local.grid.n.z));
    }
    stream.synchronize();
    for (Pump& pump : pumps) pump.parts = {};
  }

  Index rates() const { return static_cast<Index>(sought.size()); }
  const Pump& pump(Index rate) const {
    return pumps[static_cast<std::size_t>(sought[static_cast<std::size_t>(rate)])];
  }
  const Placed& of(Index rate) const {
    return placed[static_cast<std::size_t>(sought[static_cast<std::size_t>(rate)])];
  }
  Size first_face(const Placed& at) const { return Size{at.first_plane} * local.slab.plane_cells(); }
  Size faces(const Placed& at) const { return Size{at.planes} * local.slab.plane_cells(); }

  /// found = Q(u) of each rate
  void find_rates(const Stream<B>& stream, FaceView<const real> u) {
    for (Index j = 0; j < rates(); ++j) {
      const Placed& at = of(j);
      sum_of_each_plane(stream, at.planes, local.slab.plane_cells(), at.parts.data(),
                        u[pump(j).axis] + first_face(at),
                        own_sums.data() + Size{j} * local.slab.planes + at.first_plane);
    }
    const real* all = own_sums.data();
    if (!local.alone()) {
      gather(stream, *local.ranks, own_sums.data(), sums.data(), bytes_of_ranks, MessagesOf::halos);
      all = sums.data();
    }
    add_planes(stream, rates(), static_cast<Index>(bytes_of_ranks.size()), first_planes.data(), factor.data(),
               all, found.data());
  }

  /// b_j and F_j of a step; R_ij becomes found[i].
  void find_answer(const Stream<B>& stream, const StepInTime& when, Index j) {
    const FaceView<real> f = fluid.room_for_forces().template as<real>();
    for (int c = 0; c < 3; ++c)
      fill_zero(stream, f[c], sizeof(real) * static_cast<std::size_t>(local.slab.own_cells()));
    set_number(stream, when.difference().beta / density, change.data());
    const Placed& at = of(j);
    add_scaled(stream, faces(at), change.data(), at.parts.data(), f[pump(j).axis] + first_face(at));
    FaceField<B>& answer = b[static_cast<std::size_t>(j)];
    Array<real, B>& forces = F[static_cast<std::size_t>(j)];
    fluid.answer(stream, when, answer.view());
    fill_zero(stream, forces.data(), sizeof(real) * forces.size());
    for (int c = 0; c < corrections_of_answer; ++c) walls.correct_answer(stream, when, answer.any(), forces);
    find_rates(stream, answer.view());
  }

  void find_answers(const Stream<B>& stream, const StepInTime& when) {
    fluid.prepare(stream, when);
    const auto n = sought.size();
    std::vector<real> matrix(n * n);
    for (std::size_t j = 0; j < n; ++j) {
      find_answer(stream, when, static_cast<Index>(j));
      const std::vector<real> column = found.to_host(stream);
      for (std::size_t i = 0; i < n; ++i) {
        const Pump& of_row = pump(static_cast<Index>(i));
        const bool resists = of_row.kind == OpeningKind::resistance;
        matrix[i * n + j] = resists ? of_row.resistance * column[i] : column[i];
        if (resists && i == j) matrix[i * n + j] += of_row.layers * local.grid.h;
      }
    }
    std::vector<Index> rows(n);
    factorize(matrix, rows);
    factors.set(stream, matrix), order.set(stream, rows);
    stream.synchronize();
    beta = when.difference().beta;
    log::debug(text("flow rates: the answers of steps with beta = %.4g us", beta));
  }
};

template <class B>
HeldFlowRates<B>::HeldFlowRates(const Stream<B>& stream, real density, std::vector<Pump> pumps,
                                const LocalGrid<B>& local, NavierStokes<B>& fluid, HeldWalls<B>& walls)
    : impl_(std::make_unique<Impl>(stream, density, std::move(pumps), local, fluid, walls)) {}
template <class B>
HeldFlowRates<B>::~HeldFlowRates() = default;

template <class B>
std::size_t HeldFlowRates<B>::numbers() const {
  return 3 * impl_->walls.points().size() + impl_->pumps.size() + static_cast<std::size_t>(impl_->vessels);
}

template <class B>
void HeldFlowRates<B>::prepare(const Stream<B>& stream, const StepInTime& when) {
  Impl& p = *impl_;
  if (p.rates() > 0 && when.difference().beta != p.beta) p.find_answers(stream, when);
  for (Index j = 0; j < p.rates(); ++j)
    set_number(stream, p.pump(j).value.at(when.end()), p.wanted.data() + j);
  for (std::size_t i = 0; i < p.pumps.size(); ++i)
    if (const Pump& pump = p.pumps[i]; pump.kind == OpeningKind::pressure)
      set_number(stream, pump.value.at(when.end()), p.pressures.data() + i);
}

template <class B>
void HeldFlowRates<B>::set_pressures(const Stream<B>& stream, Array<real, B>& forces) {
  Impl& p = *impl_;
  if (p.vessels == 0) return; // then no pump has a pressure
  real* const g = forces.data() + 3 * p.walls.points().size();
  const auto pumps = static_cast<Index>(p.pumps.size());
  set_levels(stream, pumps, p.vessels,
             {p.vessel_of_all.data(), p.has_pressure.data(), p.length_of_all.data(), p.pressures.data()}, g,
             g + pumps);
}

template <class B>
void HeldFlowRates<B>::add_force(const Stream<B>& stream, const Array<real, B>& forces, AnyFaces f) {
  Impl& p = *impl_;
  const real* const g = forces.data() + 3 * p.walls.points().size();
  for (std::size_t i = 0; i < p.pumps.size(); ++i)
    add_scaled(stream, p.faces(p.placed[i]), g + i, p.placed[i].parts.data(),
               f.template as<real>()[p.pumps[i].axis] + p.first_face(p.placed[i]));
}

template <class B>
void HeldFlowRates<B>::hold(const Stream<B>& stream, AnyFaces velocity, Array<real, B>& forces) {
  Impl& p = *impl_;
  if (p.rates() == 0) return;
  const FaceView<real> u = velocity.as<real>();
  p.find_rates(stream, u);
  const std::size_t of_walls = 3 * p.walls.points().size();
  change_forces(stream, p.rates(),
                {p.number.data(), p.wanted.data(), p.length.data(), p.resistance.data(),
                 p.vessel_of_sought.data(), p.factors.data(), p.order.data()},
                forces.data() + of_walls + p.pumps.size(), p.found.data(), p.change.data(),
                forces.data() + of_walls);
  const Size ghosts = p.local.slab.ghost_cells(); // of both fields they are filled
  for (Index j = 0; j < p.rates(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    add_scaled(stream, static_cast<Size>(of_walls), p.change.data() + j, p.F[at].data(), forces.data());
    add_scaled(stream, 3 * p.local.slab.stored_cells(), p.change.data() + j, p.b[at].values().data(),
               u.x - ghosts);
  }
}

template class HeldFlowRates<ThisBackend>;

} // namespace ibsim

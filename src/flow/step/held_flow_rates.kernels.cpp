#include "step/held_flow_rates.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "fluid/set_number.hpp"
#include "step/pump_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace ibsim {
using namespace pump_kernels;

namespace {

/// Corrections of the slip of b: each makes it ten times smaller or more, and in short steps half as large.
constexpr int corrections_of_answer = 12;

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
    StoredNumbers<B> parts;
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
      own_sums, sums;      ///< sums are of the type SumOf
  Array<float, B> rounded; ///< g or dg of the pumps, for fields of floats
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
      placed.push_back({StoredNumbers<B>(stream, pump.parts, fluid.storage()), pump.first_plane,
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
      b.emplace_back(stream, local.slab, fluid.storage());
    }
    const std::vector<Index> first = local.first_planes();
    const std::size_t rates = sought.size();
    for (std::size_t r = 0; r + 1 < first.size(); ++r)
      bytes_of_ranks.push_back(sizeof(real) * rates * static_cast<std::size_t>(first[r + 1] - first[r]));
    pressures = Array<real, B>(stream, pumps.size());
    if (fluid.storage() == Storage::floats) rounded = Array<float, B>(pumps.size());
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

  /// f += factor on the faces of a pump.
  template <class T>
  void push(const Stream<B>& stream, const Placed& at, int axis, const T* factor, FaceView<T> f) {
    add_scaled(stream, faces(at), factor, at.parts.template as<T>(), f[axis] + first_face(at));
  }

  /// found = Q(u) of each rate
  template <class T>
  void find_rates(const Stream<B>& stream, FaceView<const T> u) {
    auto* const own = reinterpret_cast<SumOf<T>*>(own_sums.data());
    for (Index j = 0; j < rates(); ++j) {
      const Placed& at = of(j);
      sum_of_each_plane(stream, at.planes, local.slab.plane_cells(), at.parts.template as<T>(),
                        u[pump(j).axis] + first_face(at), own + Size{j} * local.slab.planes + at.first_plane);
    }
    const SumOf<T>* all = own;
    if (!local.alone()) {
      gather(stream, *local.ranks, own_sums.data(), sums.data(), bytes_of_ranks, MessagesOf::halos);
      all = reinterpret_cast<const SumOf<T>*>(sums.data());
    }
    add_planes(stream, rates(), static_cast<Index>(bytes_of_ranks.size()), first_planes.data(), factor.data(),
               all, found.data());
  }

  /// b_j and F_j of a step; R_ij becomes found[i].
  void find_answer(const Stream<B>& stream, const StepInTime& when, Index j) {
    set_number(stream, when.difference().beta / density, change.data());
    with_faces(fluid.room_for_forces(), [&]<class T>(FaceView<T> f) {
      for (int c = 0; c < 3; ++c)
        fill_zero(stream, f[c], sizeof(T) * static_cast<std::size_t>(local.slab.own_cells()));
      push(stream, of(j), pump(j).axis, in_type<T>(stream, change.data(), rounded), f);
    });
    FaceField<B>& answer = b[static_cast<std::size_t>(j)];
    Array<real, B>& forces = F[static_cast<std::size_t>(j)];
    fluid.answer(stream, when, answer.any());
    fill_zero(stream, forces.data(), sizeof(real) * forces.size());
    for (int c = 0; c < corrections_of_answer; ++c) walls.correct_answer(stream, when, answer.any(), forces);
    with_faces(std::as_const(answer).any(), [&](auto u) { find_rates(stream, u); });
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
  with_faces(f, [&]<class T>(FaceView<T> to) {
    const T* const now = in_type<T>(stream, g, p.rounded, p.pumps.size());
    for (std::size_t i = 0; i < p.pumps.size(); ++i)
      p.push(stream, p.placed[i], p.pumps[i].axis, now + i, to);
  });
}

template <class B>
void HeldFlowRates<B>::hold(const Stream<B>& stream, AnyFaces velocity, Array<real, B>& forces) {
  Impl& p = *impl_;
  if (p.rates() == 0) return;
  with_faces(AnyConstFaces(velocity), [&](auto u) { p.find_rates(stream, u); });
  const std::size_t of_walls = 3 * p.walls.points().size();
  change_forces(stream, p.rates(),
                {p.number.data(), p.wanted.data(), p.length.data(), p.resistance.data(),
                 p.vessel_of_sought.data(), p.factors.data(), p.order.data()},
                forces.data() + of_walls + p.pumps.size(), p.found.data(), p.change.data(),
                forces.data() + of_walls);
  const Size ghosts = p.local.slab.ghost_cells(); // of both fields they are filled
  for (Index j = 0; j < p.rates(); ++j)
    add_scaled<B, real>(stream, static_cast<Size>(of_walls), p.change.data() + j,
                        p.F[static_cast<std::size_t>(j)].data(), forces.data());
  with_faces(velocity, [&]<class T>(FaceView<T> u) {
    const T* const change = in_type<T>(stream, p.change.data(), p.rounded, p.sought.size());
    for (Index j = 0; j < p.rates(); ++j) {
      const FaceView<T> of_one = p.b[static_cast<std::size_t>(j)].any().template as<T>();
      add_scaled(stream, 3 * p.local.slab.stored_cells(), change + j,
                 static_cast<const T*>(of_one.x - ghosts), u.x - ghosts);
    }
  });
}

template <class B>
std::vector<real> HeldFlowRates<B>::plane_sums(const Stream<B>& stream, AnyConstFaces velocity) const {
  const Impl& p = *impl_;
  const std::size_t pumps = p.pumps.size();
  std::vector<real> all(pumps * static_cast<std::size_t>(p.local.slab.planes));
  with_faces(velocity, [&]<class T>(FaceView<const T> u) {
    for (std::size_t i = 0; i < pumps; ++i) {
      const typename Impl::Placed& at = p.placed[i];
      if (at.planes == 0) continue;
      Array<real, B> sums(static_cast<std::size_t>(at.planes)); // of the type SumOf
      sum_of_each_plane(stream, at.planes, p.local.slab.plane_cells(), at.parts.template as<T>(),
                        u[p.pumps[i].axis] + p.first_face(at), reinterpret_cast<SumOf<T>*>(sums.data()));
      const std::vector<real> of_pump = sums.to_host(stream);
      for (std::size_t k = 0; k < of_pump.size(); ++k)
        all[(static_cast<std::size_t>(at.first_plane) + k) * pumps + i] =
            static_cast<real>(std::bit_cast<SumOf<T>>(of_pump[k]));
    }
  });
  return all;
}

template class HeldFlowRates<ThisBackend>;

} // namespace ibsim

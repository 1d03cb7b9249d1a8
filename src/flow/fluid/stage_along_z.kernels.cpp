#include "fluid/stage_along_z.hpp"

#include "fluid/sections_along_z.hpp"
#include "fluid/spectral_operators.hpp"
#include "parallel/for_each.hpp"
#include "parallel/for_each_team.hpp"

#include <algorithm>
#include <vector>

namespace ibsim {
namespace {

using namespace along_z;

/// Upwards or downwards through the sections of a rank.
template <class V>
struct Way {
  Carries<V> sections; ///< what each by itself is the source of, then what reaches it
  Carries<V> from, to; ///< from the rank before, to the next one
  Carries<V> around;   ///< what comes around the box
};
template <class T>
Way<T> parts_of(const Way<ComplexOf<T>>& w) {
  return {parts_of(w.sections), parts_of(w.from), parts_of(w.to), parts_of(w.around)};
}

// --- by three kernels, with messages between ranks in the second one

template <class B, class T>
void sum_sections(const Stream<B>& stream, const Layers<T>& layers, const Velocity<T>& sources,
                  const CarriesOfModes<T>& upwards, const CarriesOfModes<T>& downwards) {
  const Layers<T> l = layers;
  const Velocity<T> v = sources;
  const CarriesOfModes<T> up = upwards, down = downwards;
  for_each(stream, l.sections * l.modes, [=] IBSIM_KERNEL(Index item) {
    const Index section = item / l.modes, m = item % l.modes;
    const SumsOfSection<T> sums = sums_of_section(l, v, m, section);
    up.set(section, m, sums.above), down.set(section, m, sums.below);
  });
}

/// One way through a rank, or both side by side.
template <class B, class T>
void carry_through(const Stream<B>& stream, const Layers<T>& layers, const Way<ComplexOf<T>>& upwards,
                   const Way<ComplexOf<T>>& downwards, bool goes_up, bool goes_down) {
  const Layers<T> l = layers;
  const Way<T> up = parts_of(upwards), down = parts_of(downwards);
  const Index values = 2 * l.modes;
  for_each(stream, goes_up && goes_down ? 2 * values : values, [=] IBSIM_KERNEL(Index n) {
    const bool is_up = goes_up && n < values;
    const Way<T> way = is_up ? up : down;
    const Index i = n < values ? n : n - values;
    const Decay<T> r = line_at(l.lines, l.modes, i / 2).decay;
    const Carry<T> out = course(l, r, is_up, way.sections, i, way.from.at(0, i));
    if (is_up ? l.first + l.own == l.all : l.first == 0)
      way.around.set(0, i, closed(out, l, r));
    else
      way.to.set(0, i, out);
  });
}

template <class B, class T>
void velocity_of_sections(const Stream<B>& stream, const Layers<T>& layers, const Velocity<T>& velocity,
                          const Way<ComplexOf<T>>& upwards, const Way<ComplexOf<T>>& downwards) {
  const Layers<T> l = layers;
  const Velocity<T> v = velocity;
  const Way<ComplexOf<T>> up = upwards, down = downwards;
  for_each(stream, l.sections * l.modes, [=] IBSIM_KERNEL(Index item) {
    const Index section = item / l.modes, m = item % l.modes;
    velocity_of_section(l, v, m, section, {up.sections.at(section, m), up.around.at(0, m)},
                        {down.sections.at(section, m), down.around.at(0, m)});
  });
}

// --- by one kernel, of a rank that is alone and has few sections, to the same bits

constexpr Index most_sections_of_team = 16; ///< those of 256 planes; more were not tried
constexpr int threads_of_team = 128, most_modes_of_team = 16;

template <class B, class T>
void solve_in_teams(const Stream<B>& stream, const Layers<T>& layers, const Velocity<T>& velocity) {
  const Layers<T> l = layers;
  const Velocity<T> v = velocity;
  const Index modes = std::min<Index>(most_modes_of_team, threads_of_team / l.sections),
              of_way = modes * l.sections;
  const std::size_t bytes = sizeof(ComplexOf<T>) * 6 * static_cast<std::size_t>(of_way + modes);
  for_each_team<threads_of_team>(
      stream, (l.modes - 1) / modes + 1, bytes, [=] IBSIM_KERNEL(const Team& team, Index number) {
        ComplexOf<T>* const memory = reinterpret_cast<ComplexOf<T>*>(team.memory);
        const CarriesOfModes<T> up{memory, modes, l.sections}, down{memory + 3 * of_way, modes, l.sections},
            around_up{memory + 6 * of_way, modes, 1}, around_down{memory + 6 * of_way + 3 * modes, modes, 1};
        const Index first = number * modes, here = l.modes - first < modes ? l.modes - first : modes;
        for (Index p = team.rank; p < of_way; p += team.size) {
          const Index section = p / modes, m = p % modes;
          if (m >= here) continue;
          const SumsOfSection<T> sums = sums_of_section(l, v, first + m, section);
          up.set(section, m, sums.above), down.set(section, m, sums.below);
        }
        team.wait();
        for (Index p = team.rank; p < 4 * modes; p += team.size) {
          const bool is_up = p < 2 * modes;
          const Index i = is_up ? p : p - 2 * modes;
          if (i / 2 >= here) continue;
          const Decay<T> r = line_at(l.lines, l.modes, first + i / 2).decay;
          const Carry<T> once = course(l, r, is_up, parts_of(is_up ? up : down), i, {});
          parts_of(is_up ? around_up : around_down).set(0, i, closed(once, l, r));
        }
        team.wait();
        for (Index p = team.rank; p < of_way; p += team.size) {
          const Index section = p / modes, m = p % modes;
          if (m < here)
            velocity_of_section(l, v, first + m, section, {up.at(section, m), around_up.at(0, m)},
                                {down.at(section, m), around_down.at(0, m)});
        }
      });
}

/// The lines of all modes for this a.
template <class B, class T>
void make_lines(const Stream<B>& stream, const Layers<T>& layers, real h, real a, real scale, T* lines) {
  const Layers<T> l = layers;
  for_each(stream, l.modes, [=] IBSIM_KERNEL(Index m) {
    const LineOfMode<real> line = line_of_mode(static_cast<real>(l.symbols(m).kappa2), h, a, scale);
    const real numbers[numbers_of_line] = {line.decay.pressure, line.decay.viscous, line.of_sum,
                                           line.of_both,        line.of_t,          line.reach};
    for (int i = 0; i < numbers_of_line; ++i) lines[m + i * l.modes] = static_cast<T>(numbers[i]);
  });
}

} // namespace

template <class B, class T>
struct StageAlongZ<B, T>::Impl {
  LocalGrid<B> local;
  Layers<T> layers;
  std::size_t plane;             ///< modes of it
  Array<ComplexOf<T>, B> dx, dy; ///< symbols of D
  /// LineOfMode as [of what][mode]; those of a projection are for a = 0.
  Array<T, B> lines, of_projection;
  real a = 0; ///< of the lines
  /// Carries up, and down; none where it is one kernel.
  Array<ComplexOf<T>, B> of_sections, from, to, around;

  Impl(const Stream<B>& stream, const LocalGrid<B>& grid);
  void make_lines(const Stream<B>& stream, real of_a, Array<T, B>& all) const {
    const Grid& g = local.grid;
    ibsim::make_lines(stream, layers, g.h, of_a, 1 / (static_cast<real>(g.n.x) * g.n.y), all.data());
  }
  bool in_teams() const { return local.alone() && layers.sections <= most_sections_of_team; }
  std::size_t carry_size(Index places) const { return 3 * plane * static_cast<std::size_t>(places); }
  CarriesOfModes<T> carries(Array<ComplexOf<T>, B>& both, bool up, Index places) const {
    return {both.data() + (up ? 0 : carry_size(places)), layers.modes, places};
  }
  Way<ComplexOf<T>> way(bool up) {
    return {carries(of_sections, up, layers.sections), carries(from, up, 1), carries(to, up, 1),
            carries(around, up, 1)};
  }
  void carry(const Stream<B>&, const Layers<T>&);
  void tell(const Stream<B>&, int turn);
};

template <class B, class T>
StageAlongZ<B, T>::Impl::Impl(const Stream<B>& stream, const LocalGrid<B>& grid)
    : local(grid), dx(stream, rounded<T>(divergence_symbols(local.grid.n.x, local.grid.h))),
      dy(stream, rounded<T>(divergence_symbols(local.grid.n.y, local.grid.h))) {
  const Int3 n = local.grid.n;
  const int all = layers_of<B>(local.grid), ranks = local.alone() ? 1 : local.ranks->size();
  layers.modes = (n.x / 2 + 1) * n.y, layers.planes = n.z;
  layers.all = all, layers.of_section = layers_of_section(all), layers.of_x = n.x / 2 + 1;
  layers.first = first_layer(local.rank(), ranks, all);
  layers.own = first_layer(local.rank() + 1, ranks, all) - layers.first;
  layers.sections = (layers.own - 1) / layers.of_section + 1;
  layers.each = n.z % all == 0 ? n.z / all : 0;
  layers.of_mean = static_cast<T>(1 / static_cast<real>(local.grid.cells()));
  layers.per_h = static_cast<T>(1 / local.grid.h), layers.dx = dx.data(), layers.dy = dy.data();
  plane = static_cast<std::size_t>(layers.modes);
  lines = Array<T, B>(numbers_of_line * plane), of_projection = Array<T, B>(numbers_of_line * plane);
  make_lines(stream, 0, of_projection);
  if (in_teams()) return;
  of_sections = Array<ComplexOf<T>, B>(2 * carry_size(layers.sections));
  from =
      Array<ComplexOf<T>, B>(stream, std::vector<ComplexOf<T>>(6 * plane)); // nothing comes to the first rank
  to = Array<ComplexOf<T>, B>(6 * plane), around = Array<ComplexOf<T>, B>(6 * plane);
}

/// What reaches each section: up from rank to rank, and down.
template <class B, class T>
void StageAlongZ<B, T>::Impl::carry(const Stream<B>& stream, const Layers<T>& of_a) {
  const Way<ComplexOf<T>> up = way(true), down = way(false);
  if (local.alone()) return carry_through<B, T>(stream, of_a, up, down, true, true);
  const int rank = local.rank(), ranks = local.ranks->size();
  for (int turn = 0; turn < ranks; ++turn) {
    const bool goes_up = rank == turn, goes_down = rank == ranks - 1 - turn;
    if (goes_up || goes_down) carry_through<B, T>(stream, of_a, up, down, goes_up, goes_down);
    tell(stream, turn);
  }
}

/// In each turn one rank tells the next one upwards, and one downwards; in the last turn the last of either
/// way tells all what comes around the box.
template <class B, class T>
void StageAlongZ<B, T>::Impl::tell(const Stream<B>& stream, int turn) {
  const int rank = local.rank(), ranks = local.ranks->size();
  std::vector<Exchanged> messages;
  const auto message = [&](int sender, int receiver, bool up, Array<ComplexOf<T>, B>& sent,
                           Array<ComplexOf<T>, B>& received) {
    const std::size_t bytes = 3 * plane * sizeof(ComplexOf<T>);
    if (sender == rank)
      messages.push_back({.rank = receiver,
                          .send = carries(sent, up, 1).first,
                          .send_bytes = bytes,
                          .receive = nullptr,
                          .receive_bytes = 0});
    if (receiver == rank)
      messages.push_back({.rank = sender,
                          .send = nullptr,
                          .send_bytes = 0,
                          .receive = carries(received, up, 1).first,
                          .receive_bytes = bytes});
  };
  const int upwards = turn, downwards = ranks - 1 - turn;
  if (turn < ranks - 1) {
    message(upwards, upwards + 1, true, to, from), message(downwards, downwards - 1, false, to, from);
  } else {
    for (int other = 0; other < ranks; ++other) {
      if (other != upwards) message(upwards, other, true, around, around);
      if (other != downwards) message(downwards, other, false, around, around);
    }
  }
  local.ranks->exchange(stream, messages, MessagesOf::transposes);
}

template <class B, class T>
StageAlongZ<B, T>::StageAlongZ(const Stream<B>& stream, const LocalGrid<B>& local)
    : impl_(std::make_unique<Impl>(stream, local)) {}
template <class B, class T>
StageAlongZ<B, T>::~StageAlongZ() = default;

template <class B, class T>
void StageAlongZ<B, T>::prepare(const Stream<B>& stream, real a) {
  if (a != impl_->a) impl_->make_lines(stream, a, impl_->lines), impl_->a = a;
}

template <class B, class T>
void StageAlongZ<B, T>::solve(const Stream<B>& stream, real a, ComplexOf<T>* x, ComplexOf<T>* y,
                              ComplexOf<T>* z) {
  Impl& own = *impl_;
  if (a != 0) prepare(stream, a);
  Layers<T> layers = own.layers;
  layers.lines = (a == 0 ? own.of_projection : own.lines).data();
  const Velocity<T> velocity{x, y, z};
  if (own.in_teams()) return solve_in_teams<B, T>(stream, layers, velocity);
  const Way<ComplexOf<T>> up = own.way(true), down = own.way(false);
  sum_sections<B, T>(stream, layers, velocity, up.sections, down.sections);
  own.carry(stream, layers);
  velocity_of_sections<B, T>(stream, layers, velocity, up, down);
}

template class StageAlongZ<ThisBackend, double>;
template class StageAlongZ<ThisBackend, float>;

} // namespace ibsim

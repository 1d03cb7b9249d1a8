#include "swept/stepper.hpp"

#include "parallel/for_each.hpp"
#include "swept/equations.hpp"

#include <utility>

namespace ibsim::line {
namespace {

constexpr std::int64_t steps_a_graph = 64;

} // namespace

template <class E, class B>
Stepper<E, B>::Stepper(const Stream<B>& stream, const E& equation, const Lines& lines, const Method& method,
                       const std::vector<real>& values)
    : stream_(stream), equation_(equation), lines_(lines), method_(method), segments_(stream, lines.segments),
      meetings_(stream, lines.meetings) {
  if (method_.scheme == Scheme::automatic) method_.scheme = Schemes<E, B>::best(lines);
  for (auto& row : rows_) row = Array<real, B>(stream, values.size());
  rows_[0].set(stream, values);
  for (auto& b : beyond_) b = Array<real, B>(stream, 2 * lines.segments.size() * E::components * E::radius);
  clock_ = Array<std::int64_t, B>(stream, 1);
  arrived_ = Array<std::int32_t, B>(stream, 1);
  if (method_.scheme == Scheme::swept || method_.scheme == Scheme::halo)
    main_ = Schemes<E, B>::nodes(stream, lines, method_, method_.scheme);
}

template <class E, class B>
Work<E> Stepper<E, B>::work() {
  Work<E> w;
  w.lines = {equation_, segments_.data(), meetings_.data(), static_cast<Index>(lines_.segments.size()),
             lines_.points()};
  for (int i = 0; i < 4; ++i) w.rows[i] = rows_[i].data();
  for (int i = 0; i < 2; ++i) w.beyond[i] = beyond_[i].data();
  w.arrived = arrived_.data();
  w.clock = clock_.data();
  return w;
}

/// After so many tiers of plain stepping the values stand in row tiers mod 2.
template <class E, class B>
void Stepper<E, B>::finish_plain(std::int64_t tiers) {
  if (tiers % 2) std::swap(rows_[0], rows_[1]);
}

template <class E, class B>
void Stepper<E, B>::plain(std::int64_t first, std::int64_t steps) {
  const std::int64_t tiers = steps * E::stages;
  if (method_.scheme == Scheme::launches || method_.scheme == Scheme::graph)
    Schemes<E, B>::launches(stream_, work(), first, tiers, false);
  else
    Schemes<E, B>::barrier(stream_, work(), first, tiers);
  finish_plain(tiers);
}

template <class E, class B>
void Stepper<E, B>::advance(std::int64_t first, std::int64_t steps) {
  if (method_.scheme == Scheme::graph) {
    std::int64_t graphs = steps / steps_a_graph; // an even number of tiers: the result is where it began
    if (graphs > 0) copy_to_device(stream_, clock_.data(), &first, sizeof first);
    const Work<E> w = work();
    std::vector<std::uint64_t> key;
    for (const real* row : w.rows) key.push_back(reinterpret_cast<std::uintptr_t>(row));
    for (; graphs > 0; --graphs, first += steps_a_graph, steps -= steps_a_graph)
      graph_.run(stream_, key, [&] {
        Schemes<E, B>::launches(stream_, w, 0, steps_a_graph * E::stages, true);
        std::int64_t* clock = w.clock;
        for_each(stream_, 1, [=] IBSIM_KERNEL(Index) { *clock += steps_a_graph; });
      });
  } else if (method_.scheme == Scheme::swept) {
    const std::int64_t steps_a_pass = main_.depth / E::stages, passes = steps / steps_a_pass;
    if (passes > 0) {
      Schemes<E, B>::swept(stream_, work(), main_, first, passes);
      if (passes % 2 == 0) // the last pass, number `passes`, has written pair (passes + 1) mod 2
        for (const int row : {0, 1}) std::swap(rows_[row], rows_[row + 2]);
      first += passes * steps_a_pass, steps -= passes * steps_a_pass;
    }
  } else if (method_.scheme == Scheme::halo) {
    const std::int64_t rounds = Schemes<E, B>::halo(stream_, work(), main_, first, steps);
    if (rounds % 2) std::swap(rows_[0], rows_[2]);
    steps = 0;
  }
  if (steps > 0) plain(first, steps);
}

#define IBSIM_INSTANTIATE(E) template class Stepper<E, ThisBackend>;
IBSIM_FOR_EACH_EQUATION(IBSIM_INSTANTIATE)
#undef IBSIM_INSTANTIATE

} // namespace ibsim::line

// The plan of halo tiles on a GPU: of how many points n = 32 P, how many steps between two exchanges,
// and whether values carry their round (message_slots_cuda.cuh) or a flag says that they are there. Wider
// tiles have less that is computed twice, and more to compute.
#pragma once

#include "swept/lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ibsim::line {

/// What is chosen.
struct HaloPlan {
  Index steps = 0; ///< a round; 0: none fits
  bool messages = false;
  double time = 1e300; ///< of a step, about, us
};

/// Time of a step in us, fitted to an H200. Each of 528 quarters of a multiprocessor takes the time of one
/// tile (a `chain` of dependent instructions, and `alone` cycles a point), and `more` cycles for each point
/// of other tiles. A round of `steps` costs an exchange, and one read and write of all values.
template <class E>
double halo_step_time(std::int64_t points, Index n, Index steps, bool messages) {
  constexpr double cycles_a_us = 1980, bytes_a_us = 3.5e6;
  constexpr int kind = E::components > 1 ? 2 : E::radius > 1 ? 1 : 0; // a gas, Kuramoto-Sivashinsky, heat
  constexpr double chain[] = {45, 200, 1050}, alone[] = {6, 30, 1500};
  const double more[] = {6, messages ? 10.0 : 36.0, 800};
  const Index kept = n - 2 * steps * E::stages * E::radius;
  const double p = n / 32, deep = std::ceil(std::ceil(static_cast<double>(points) / kept) / 528);
  const double cycles = chain[kind] + p * alone[kind] + (deep - 1) * p * more[kind];
  const double exchange = messages ? std::min(0.2 + 0.2 * p, 1.5) : 1.6;
  const double traffic = 16.0 * E::components * static_cast<double>(points) / bytes_a_us;
  return cycles / cycles_a_us + (exchange + traffic) / steps;
}

/// The fastest by that. @param given steps a round, or 0
template <class E>
HaloPlan best_halo(const Lines& lines, Index n, Index given) {
  constexpr Index reach = E::stages * E::radius;
  constexpr std::int64_t most_by_messages = 8 * 132; // tiles that surely run at once, a warp each
  Index most = 3 * n / 8;
  for (const Segment& s : lines.segments) {
    const bool ends_are_halves = s.meeting[0] >= 0 && !E::plain_ends; // of a tile, which must fit in
    if (s.points % 2 != 0 || (ends_are_halves && s.points < n / 2)) return {};
    const Index at_ends = E::plain_ends ? most : n / 4;
    most = std::min(most, s.meeting[0] < 0 ? s.points : std::min(at_ends, s.points / 2));
  }
  HaloPlan best;
  for (const bool messages : {false, true})
    for (Index steps = std::max<Index>(1, given); steps * reach <= most; ++steps) {
      if (messages && lines.points() / (n - 2 * steps * reach) > most_by_messages) break;
      if (const double time = halo_step_time<E>(lines.points(), n, steps, messages); time < best.time)
        best = {steps, messages, time};
      if (given > 0) break;
    }
  return best;
}

} // namespace ibsim::line

// Halo tiles, a warp each, that stay in registers and write to each other. For lines that are small enough
// for a tile a warp, and so are bound by the time it takes to hear from a neighbour.
//
// A flag costs a fence before it and a second trip to the L2 cache behind it. Here every half of a value
// travels with the number of its round, as one word of 8 bytes that is read whole or not at all, and whoever
// wants the value reads it until the number is right (the protocol LL of NCCL, Hu et al. 2025,
// arXiv:2507.04786):
//
//   word 0 = round << 32 | low half,   word 1 = round << 32 | high half
//
// Two slots of messages take turns, as the rows do. A tile writes over what its neighbours have read in the
// round before, and they have: it has read what they wrote after that. So who reads whom must be mutual, and
// a tile reads no more than the halo around the points that it keeps.
#pragma once

#include "swept/tile_cuda.cuh"

#include <cstdint>

namespace ibsim::line {

/// What tiles write to each other: messages [2 slots][C][P0][rows][2]. Point x stands in row x div P0, so
/// that the lanes of a tile with P0 points a lane find theirs side by side.
template <int P0>
struct MessageSlots {
  std::uint64_t* messages;
  Index rows, halo;

  __device__ __forceinline__ MessageSlots(std::uint64_t* memory, Index points, Index h)
      : messages(memory), rows((points + P0 - 1) / P0), halo(h) {}
  __device__ __forceinline__ std::uint64_t* slot(std::uint32_t round, int components, int c) const {
    return messages + std::size_t{2} * (round % 2 * components + c) * P0 * rows;
  }
  /// The place of point x in a slot of a component.
  __device__ __forceinline__ Index at(Index x) const { return 2 * (x % P0 * rows + x / P0); }
};

__device__ __forceinline__ void post(std::uint64_t* into, double value, std::uint32_t round) {
  const auto bits = static_cast<std::uint64_t>(__double_as_longlong(value));
  const std::uint64_t stamp = static_cast<std::uint64_t>(round) << 32;
  asm volatile("st.volatile.global.v2.u64 [%0], {%1, %2};" ::"l"(into), "l"(stamp | (bits & 0xffffffffu)),
               "l"(stamp | bits >> 32)
               : "memory");
}
/// @tparam choosy reads nothing where it is not wanted. Of a few messages it is faster to read all.
template <bool choosy>
__device__ __forceinline__ void read_message(const std::uint64_t* from, bool wanted, std::uint64_t& low,
                                             std::uint64_t& high) {
  if constexpr (choosy) {
    low = high = 0;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %3, 0;\n\t"
                 "@p ld.volatile.global.v2.u64 {%0, %1}, [%2];\n\t}"
                 : "+l"(low), "+l"(high)
                 : "l"(from), "r"(static_cast<int>(wanted))
                 : "memory");
  } else {
    asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(low), "=l"(high) : "l"(from) : "memory");
  }
}
__device__ __forceinline__ bool is_of_round(std::uint64_t low, std::uint64_t high, std::uint32_t round) {
  return static_cast<std::uint32_t>(low >> 32) == round && static_cast<std::uint32_t>(high >> 32) == round;
}
__device__ __forceinline__ double value_of(std::uint64_t low, std::uint64_t high) {
  return __longlong_as_double(static_cast<long long>(high << 32 | (low & 0xffffffffu)));
}

/// All rounds of one tile. @param first_number of the messages of round 0; the result goes to `into`
template <class E, int P0, int P, int L, bool is_end>
__device__ __forceinline__ void rounds_by_messages(const LinesView<E>& l, const Tile& tile,
                                                   const MessageSlots<P0>& slots, std::int64_t first_step,
                                                   std::int64_t steps, int depth, std::uint32_t first_number,
                                                   const real* from, real* into) {
  constexpr int C = E::components;
  const Index meeting = tile.meeting, halo = slots.halo;
  WarpTile<E, P, L, is_end> node(l, tile);
  const Index first = node.part.first + node.in_part * P, begin = node.part.begin, end = node.part.end;
  Index at[P];
  unsigned wanted = 0, told = 0; // points of others that are read, own ones that others read
#pragma unroll
  for (int j = 0; j < P; ++j) {
    const Index x = first + j;
    const Index y = node.used && x >= begin - halo && x < end + halo
                        ? WarpTile<E, P, L, is_end>::place(node.segment, x)
                        : -1;
    const bool own = x >= begin && x < end;
    at[j] = slots.at(y >= 0 ? y : begin); // where nothing is wanted: not all tiles the same
    wanted |= y >= 0 && !own ? 1u << j : 0u;
    told |= y >= 0 && own && (x < begin + halo || x >= end - halo) ? 1u << j : 0u;
  }
  node.load(l, 0, from);
  for (std::uint32_t round = 0;; ++round) {
    if (round > 0)
#pragma unroll
      for (int c = 0; c < C; ++c) {
        const std::uint64_t* const slot = slots.slot(round, C, c);
        bool all = false;
        while (!__all_sync(all_lanes, all)) { // all messages on their way at once
          std::uint64_t low[P], high[P];
#pragma unroll
          for (int j = 0; j < P; ++j) read_message<(P > 8)>(slot + at[j], wanted >> j & 1, low[j], high[j]);
          all = true;
#pragma unroll
          for (int j = 0; j < P; ++j)
            if (wanted >> j & 1) {
              all &= is_of_round(low[j], high[j], first_number + round);
              node.row[0][c][j] = value_of(low[j], high[j]);
            }
        }
      }
    const int now = static_cast<int>(min(static_cast<std::int64_t>(depth), steps));
    node.template all_tiers<false>(l, meeting, first_step, now * E::stages);
    if (now * E::stages % 2)
#pragma unroll
      for (int c = 0; c < C; ++c)
#pragma unroll
        for (int j = 0; j < P; ++j) node.row[0][c][j] = node.row[1][c][j];
    first_step += now, steps -= now;
    if (steps == 0) break;
#pragma unroll
    for (int c = 0; c < C; ++c)
#pragma unroll
      for (int j = 0; j < P; ++j)
        if (told >> j & 1)
          post(slots.slot(round + 1, C, c) + at[j], node.row[0][c][j], first_number + round + 1);
  }
  node.store(l, 0, into, begin, end);
}

} // namespace ibsim::line

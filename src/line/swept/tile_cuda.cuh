// A tile in the registers of a warp. P points a lane, side by side; a part has L lanes: all 32 of a whole
// node, 16 for the half at an end, or 8 with twice the points a lane where up to four ends meet.
//
// Both rows are registers (article, figure 2: row[0] even tiers, row[1] odd ones). A tier takes rho values
// from the lane on either side by shuffles and computes all P points; those outside of the triangle are not
// written, so that at the end of a pass the two rows hold its edges, and are stored as they are.
#pragma once

#include "swept/block.hpp"
#include "swept/tiles.hpp"

namespace ibsim::line {

constexpr unsigned all_lanes = 0xffffffffu;

/// @tparam is_end whether the part is at the end of a segment
template <class E, int P, int L, bool is_end = (L < 32)>
struct WarpTile {
  static constexpr int C = E::components, r = E::radius, S = E::stages;
  static_assert(P >= r && P <= 32);
  static constexpr unsigned full = P == 32 ? ~0u : (1u << P) - 1;

  real row[2][C][P];
  real beyond[2][C][r]; ///< beside the part's first and last lane
  int in_part, number;  ///< lane in its part, number of the part
  bool used;
  Part part;
  Segment segment;
  bool mirrored; ///< distances from the middle grow towards lower slots
  int distance;  ///< of the lane's nearest point from the middle of the node
  typename E::Local local;
  EndKind end_kind; ///< of ends without coupling
  real end_value[C];

  __device__ __forceinline__ WarpTile(const LinesView<E>& l, const Tile& tile) {
    const int lane = threadIdx.x % 32;
    in_part = lane % L, number = lane / L;
    used = number < tile.parts;
    part = tile.part[used ? number : 0];
    segment = l.segments[part.segment];
    const bool left_half = part.side < 0 ? in_part < L / 2 : part.side == right_side;
    mirrored = left_half;
    distance = P * (part.side < 0 ? (left_half ? L / 2 - 1 - in_part : in_part - L / 2)
                                  : (left_half ? L - 1 - in_part : in_part));
    local = l.equation.local(part.segment);
    if constexpr (is_end && E::plain_ends) {
      const Meeting& m = l.meetings[tile.meeting];
      end_kind = m.kind;
#pragma unroll
      for (int c = 0; c < C; ++c) end_value[c] = m.value[c];
    }
#pragma unroll
    for (int side = 0; side < 2; ++side)
#pragma unroll
      for (int c = 0; c < C; ++c)
#pragma unroll
        for (int k = 0; k < r; ++k) beyond[side][c][k] = 0;
  }

  __device__ __forceinline__ bool at_end() const {
    return used && part.side >= 0 && in_part == (part.side == left_side ? 0 : L - 1);
  }
  /// Number of the lane's first point in its segment.
  __device__ __forceinline__ Index at_point() const { return part.first + in_part * P - segment.first; }
  /// Place in memory of a point that may lie outside of the segment: wrapped round, or -1 beyond an end.
  static __device__ __forceinline__ Index place(const Segment& s, Index x) {
    if (x >= s.first && x < s.first + s.points) return x;
    if (s.meeting[0] >= 0) return -1;
    Index y = (x - s.first) % s.points;
    return s.first + (y < 0 ? y + s.points : y);
  }

  __device__ __forceinline__ void load(const LinesView<E>& l, int parity, const real* memory) {
    const Segment& s = segment;
    const Index x = part.first + in_part * P;
    const bool inside = x >= s.first && x + P <= s.first + s.points && (x % 2 == 0) && (l.points % 2 == 0);
#pragma unroll
    for (int c = 0; c < C; ++c) {
      const real* from = memory + static_cast<std::size_t>(c) * l.points;
      if (P % 2 == 0 && inside) {
#pragma unroll
        for (int j = 0; j < P; j += 2) {
          const double2 two = __ldcg(reinterpret_cast<const double2*>(from + x + j));
          row[parity][c][j] = two.x, row[parity][c][j + 1] = two.y;
        }
      } else {
#pragma unroll
        for (int j = 0; j < P; ++j) {
          const Index y = place(s, x + j);
          row[parity][c][j] = y >= 0 ? __ldcg(from + y) : 0;
        }
      }
    }
  }
  /// @param begin, end only points begin .. end - 1
  __device__ __forceinline__ void store(const LinesView<E>& l, int parity, real* memory, Index begin,
                                        Index end) const {
    if (!used) return;
    const Segment& s = segment;
    const Index x = part.first + in_part * P;
    const bool inside = x >= s.first && x + P <= s.first + s.points && x >= begin && x + P <= end &&
                        (x % 2 == 0) && (l.points % 2 == 0);
#pragma unroll
    for (int c = 0; c < C; ++c) {
      real* into = memory + static_cast<std::size_t>(c) * l.points;
      if (P % 2 == 0 && inside) {
#pragma unroll
        for (int j = 0; j < P; j += 2)
          __stcg(reinterpret_cast<double2*>(into + x + j),
                 make_double2(row[parity][c][j], row[parity][c][j + 1]));
      } else {
#pragma unroll
        for (int j = 0; j < P; ++j)
          if (x + j >= begin && x + j < end) {
            const Index y = place(s, x + j);
            if (y >= 0) __stcg(into + y, row[parity][c][j]);
          }
      }
    }
  }

  /// Row 1 beside the part: the tips of the neighbours' triangles, or what an end has left (close_tip).
  __device__ __forceinline__ void load_beyond(const LinesView<E>& l, const real* row1, const real* ends) {
    const Segment& s = segment;
#pragma unroll
    for (int side = 0; side < 2; ++side) {
      if (in_part != (side == left_side ? 0 : L - 1)) continue;
#pragma unroll
      for (int k = 0; k < r; ++k) {
        const Index y = place(s, side == left_side ? part.first - r + k : part.first + L * P + k);
#pragma unroll
        for (int c = 0; c < C; ++c)
          beyond[side][c][k] = y >= 0 ? __ldcg(row1 + static_cast<std::size_t>(c) * l.points + y)
                                      : __ldcg(ends + ((2 * part.segment + side) * C + c) * r + k);
      }
    }
  }

  /// Which of the lane's points lie within `reach` of the node's middle, as bits.
  __device__ __forceinline__ unsigned within(int reach) const {
    const int m = min(max(reach - distance, 0), P);
    const unsigned low = m == 32 ? ~0u : (1u << m) - 1;
    return mirrored ? (low << (P - m)) & full : low;
  }

  /// @tparam alone nothing is known beyond the tile, and what is computed of it is not kept
  template <int from, bool alone = false>
  __device__ __forceinline__ void gather(real (&w)[C][P + 2 * r]) const {
#pragma unroll
    for (int c = 0; c < C; ++c) {
#pragma unroll
      for (int j = 0; j < P; ++j) w[c][r + j] = row[from][c][j];
#pragma unroll
      for (int k = 0; k < r; ++k) {
        const real left = __shfl_up_sync(all_lanes, row[from][c][P - r + k], 1, L);
        const real right = __shfl_down_sync(all_lanes, row[from][c][k], 1, L);
        w[c][k] = !alone && in_part == 0 ? beyond[left_side][c][k] : left;
        w[c][P + r + k] = !alone && in_part == L - 1 ? beyond[right_side][c][k] : right;
      }
    }
  }

  /// The ends closed for a tier of some stage. w has P points and H >= rho more on either side; `old` the P
  /// points of two tiers ago, with G more on either side.
  template <int stage, int H, int G>
  __device__ __forceinline__ void close(const LinesView<E>& l, Index meeting, std::int64_t at_step,
                                        real (&w)[C][P + 2 * H], const real (&old)[C][P + 2 * G]) {
    if constexpr (E::plain_ends) {
      close_plainly<H>(w);
    } else {
      const Meeting& m = l.meetings[meeting];
      EndWindow<E> e;
      const bool right = part.side == right_side;
#pragma unroll
      for (int c = 0; c < C; ++c) {
#pragma unroll
        for (int k = 0; k < 3 * r; ++k) e.w[c][k] = right ? w[c][H + P - 2 * r + k] : w[c][H - r + k];
#pragma unroll
        for (int k = 0; k < r; ++k) e.old[c][k] = right ? old[c][G + P - r + k] : old[c][G + k];
      }
      typename E::Message all[most_ends];
      if constexpr (E::couples && stage > 0) {
        typename E::Message mine{};
        if (at_end()) mine = l.equation.message(e, part.segment, part.side);
#pragma unroll
        for (int i = 0; i < most_ends; ++i) {
          const int lane = (i * L + (m.side[i] == left_side ? 0 : L - 1)) % 32;
          all[i].wave = __shfl_sync(all_lanes, mine.wave, lane);
          all[i].root = __shfl_sync(all_lanes, mine.root, lane);
          all[i].capacitor = __shfl_sync(all_lanes, mine.capacitor, lane);
          all[i].segment = m.segment[i], all[i].side = m.side[i];
        }
      }
      if (at_end()) {
        l.equation.template close<stage>(e, m, part.side, number, all, at_step);
#pragma unroll
        for (int c = 0; c < C; ++c)
#pragma unroll
          for (int k = 0; k < 3 * r; ++k) {
            if (right)
              w[c][H + P - 2 * r + k] = e.w[c][k];
            else
              w[c][H - r + k] = e.w[c][k];
          }
      }
    }
  }

  /// Closes ends that need only the values next to them (equation.hpp), without a branch and from registers,
  /// because the whole line waits for its ends.
  template <int H>
  __device__ __forceinline__ void close_plainly(real (&w)[C][P + 2 * H]) const {
    const bool left = at_end() && part.side == left_side, right = at_end() && part.side == right_side;
#pragma unroll
    for (int c = 0; c < C; ++c) {
      const auto beyond = [&](real mirrored, real nearest) {
        const real turned = E::mirror_sign(c) < 0 ? -mirrored : mirrored;
        const real value = end_kind == EndKind::wall ? turned : mirrored;
        return end_kind == EndKind::fixed ? end_value[c] : end_kind == EndKind::open ? nearest : value;
      };
#pragma unroll
      for (int g = 0; g < r; ++g) {
        const real before = beyond(w[c][H + g], w[c][H]),
                   behind = beyond(w[c][H + P - 1 - g], w[c][H + P - 1]);
        w[c][H - 1 - g] = left ? before : w[c][H - 1 - g];
        w[c][H + P + g] = right ? behind : w[c][H + P + g];
      }
    }
  }

  /// Row `from` into the other one, at the points of `mask`.
  template <int stage, int from, bool alone>
  __device__ __forceinline__ void tier(const LinesView<E>& l, Index meeting, std::int64_t at_step,
                                       unsigned mask) {
    real w[C][P + 2 * r], io[C][P];
    gather<from, alone>(w);
    if constexpr (is_end) close<stage, r, 0>(l, meeting, at_step, w, row[1 - from]);
#pragma unroll
    for (int c = 0; c < C; ++c)
#pragma unroll
      for (int j = 0; j < P; ++j) io[c][j] = row[1 - from][c][j];
    advance_block<stage, P>(l.equation, local, at_point(), w, io);
#pragma unroll
    for (int j = 0; j < P; ++j)
      if (mask >> j & 1)
#pragma unroll
        for (int c = 0; c < C; ++c) row[1 - from][c][j] = io[c][j];
  }

  /// Tiers 1 .. T of a step that began with `at_step`; T a whole number of cycles of rows and stages.
  /// @param mask of tier t
  template <bool alone = false, class Mask>
  __device__ __forceinline__ void tiers(const LinesView<E>& l, Index meeting, std::int64_t at_step, int T,
                                        Mask mask) {
    constexpr int cycle = S % 2 == 0 ? S : 2 * S;
    for (int t = 1; t <= T; t += cycle) {
      const std::int64_t step = at_step + (t - 1) / S;
      tier<0, 0, alone>(l, meeting, step, mask(t));
      tier<1 % S, 1, alone>(l, meeting, step + 1 / S, mask(t + 1));
      if constexpr (cycle == 4) {
        tier<2 % S, 0, alone>(l, meeting, step + 2 / S, mask(t + 2));
        tier<3 % S, 1, alone>(l, meeting, step + 3 / S, mask(t + 3));
      }
    }
  }

  /// Two tiers of row 0 with one exchange: lanes take 2 rho values from either side and compute the rho
  /// points next to their own once more. For tiles that write all their points, where that is cheaper than a
  /// second exchange: of heat.
  static constexpr bool can_leap = P >= 2 * r && C * r == 1;
  template <int stage>
  __device__ __forceinline__ void leap(const LinesView<E>& l, Index meeting, std::int64_t at_step) {
    constexpr int second = (stage + 1) % S;
    real w[C][P + 4 * r], middle[C][P + 2 * r];
#pragma unroll
    for (int c = 0; c < C; ++c) {
#pragma unroll
      for (int j = 0; j < P; ++j) w[c][2 * r + j] = row[0][c][j];
#pragma unroll
      for (int k = 0; k < 2 * r; ++k) {
        w[c][k] = __shfl_up_sync(all_lanes, row[0][c][P - 2 * r + k], 1, L);
        w[c][P + 2 * r + k] = __shfl_down_sync(all_lanes, row[0][c][k], 1, L);
      }
#pragma unroll
      for (int j = 0; j < P + 2 * r; ++j) middle[c][j] = 0;
    }
    if constexpr (is_end) close<stage, 2 * r, r>(l, meeting, at_step, w, middle);
    advance_block<stage, P + 2 * r>(l.equation, local, at_point() - r, w, middle);
    if constexpr (is_end) close<second, r, 0>(l, meeting, at_step + 1 / S, middle, row[0]);
    advance_block<second, P>(l.equation, local, at_point(), middle, row[0]);
  }

  /// Tiers 1 .. T of all points, T a whole number of steps; the result in row 0, or in row 1 if T is odd.
  template <bool alone>
  __device__ __forceinline__ void all_tiers(const LinesView<E>& l, Index meeting, std::int64_t at_step,
                                            int T) {
    constexpr int cycle = S % 2 == 0 ? S : 2 * S;
    const int whole = T / cycle * cycle;
    if constexpr (can_leap) {
      for (int t = 1; t <= whole; t += cycle) {
        leap<0>(l, meeting, at_step + (t - 1) / S);
        if constexpr (cycle == 4) leap<2 % S>(l, meeting, at_step + (t - 1) / S + 2 / S);
      }
    } else {
      tiers<alone>(l, meeting, at_step, whole, [](int) { return ~0u; });
    }
    if (whole < T) tier<0, 0, alone>(l, meeting, at_step + T - 1, ~0u); // one stage a step
  }

  /// Does as CpuTile::close_tip.
  __device__ __forceinline__ void close_tip(const LinesView<E>& l, Index meeting, std::int64_t at_step,
                                            real* ends) {
    real w[C][P + 2 * r];
    gather<1>(w);
    close<S - 1, r, 0>(l, meeting, at_step, w, row[0]);
    if (!at_end()) return;
#pragma unroll
    for (int c = 0; c < C; ++c) {
#pragma unroll
      for (int j = 0; j < P; ++j) row[1][c][j] = w[c][r + j];
#pragma unroll
      for (int k = 0; k < r; ++k)
        __stcg(ends + ((2 * part.segment + part.side) * C + c) * r + k,
               part.side == left_side ? w[c][k] : w[c][P + r + k]);
    }
  }
};

} // namespace ibsim::line

// A tile on a core: its rows in memory that stays in the cache. For the CPU half alone.
//
// A part is columns -rho .. width + rho - 1 of two rows; rows of component c are a stride apart. A tier goes
// over the columns that can be computed: a triangle, one end held if it is an end of the segment.
#pragma once

#include "swept/block.hpp"
#include "swept/tiles.hpp"

#include <algorithm>
#include <vector>

namespace ibsim::line {

template <int C>
struct RowWindow {
  const real* p[C];
  real operator()(int c, int k) const { return p[c][k]; }
};

/// Columns lo .. hi - 1 of one tier; component c of column x is from[c stride + x].
/// @param at_point number of column 0 in its segment
template <int stage, class E>
void advance_run(const E& e, const typename E::Local& local, Index at_point, const real* __restrict from,
                 real* __restrict into, std::ptrdiff_t stride, Index lo, Index hi) {
  constexpr int C = E::components, r = E::radius;
  if constexpr (E::by_faces) {
    constexpr int P = 16; // faces once, but for one in sixteen
    const auto block = [&]<int n>(std::integral_constant<int, n>, Index x) {
      real w[C][n + 2 * r], io[C][n];
      for (int c = 0; c < C; ++c) {
        for (int k = 0; k < n + 2 * r; ++k) w[c][k] = from[c * stride + x - r + k];
        for (int k = 0; k < n; ++k) io[c][k] = into[c * stride + x + k];
      }
      advance_block<stage, n>(e, local, at_point + x, w, io);
      for (int c = 0; c < C; ++c)
        for (int k = 0; k < n; ++k) into[c * stride + x + k] = io[c][k];
    };
    for (; lo + P <= hi; lo += P) block(std::integral_constant<int, P>{}, lo);
    for (; lo < hi; ++lo) block(std::integral_constant<int, 1>{}, lo);
  } else {
#pragma omp simd
    for (Index x = lo; x < hi; ++x) {
      RowWindow<C> w;
      Value<C> old;
      for (int c = 0; c < C; ++c) w.p[c] = from + c * stride + x, old[c] = into[c * stride + x];
      const Value<C> q = e.template update<stage>(w, old, local, at_point + x);
      for (int c = 0; c < C; ++c) into[c * stride + x] = q[c];
    }
  }
}

template <class E>
class CpuTile {
 public:
  static constexpr int C = E::components, r = E::radius;

  explicit CpuTile(Index width)
      : stride_(width + 2 * r), memory_(static_cast<std::size_t>(most_ends) * 2 * C * stride_) {}

  real* row(int part, int parity) {
    return memory_.data() + (static_cast<std::ptrdiff_t>(part) * 2 + parity) * C * stride_ + r;
  }

  /// Columns lo .. hi - 1 of one row from memory [C][points]; what lies outside of the segment wraps round.
  void load(const LinesView<E>& l, const Part& part, int number, int parity, const real* memory, Index lo,
            Index hi) {
    copy(l, part, lo, hi, [&](int c, Index x, Index y, Index n) {
      std::copy_n(memory + static_cast<std::size_t>(c) * l.points + y, n,
                  row(number, parity) + c * stride_ + x);
    });
  }
  void store(const LinesView<E>& l, const Part& part, int number, int parity, real* memory, Index lo,
             Index hi) {
    copy(l, part, lo, hi, [&](int c, Index x, Index y, Index n) {
      std::copy_n(row(number, parity) + c * stride_ + x, n,
                  memory + static_cast<std::size_t>(c) * l.points + y);
    });
  }

  /// Tier t of a step that began with `at_step`: row (t - 1) mod 2 into row t mod 2, columns range(part) =
  /// {lo, hi}.
  template <class Range>
  void tier(const LinesView<E>& l, const Tile& tile, std::int64_t t, std::int64_t at_step, Range range) {
    const int from = static_cast<int>((t + 1) % 2), into = 1 - from;
    with_stage<E>(static_cast<int>((t - 1) % E::stages), [&]<int stage>(std::integral_constant<int, stage>) {
      if (tile.meeting >= 0) close_ends<stage>(l, tile, from, into, at_step);
      for (int p = 0; p < tile.parts; ++p) {
        const auto [lo, hi] = range(tile.part[p]);
        const Index segment = tile.part[p].segment;
        advance_run<stage>(l.equation, l.equation.local(segment),
                           tile.part[p].first - l.segments[segment].first, row(p, from), row(p, into),
                           stride_, lo, hi);
      }
    });
  }

  /// Closes, after the tip of the up triangles at ends (tier T - 1), these for tier T, and keeps what is
  /// beyond them in `beyond`, [2 segments][C][rho]: the nodes of the next pass have no other way to know.
  void close_tip(const LinesView<E>& l, const Tile& tile, std::int64_t at_step, real* beyond) {
    close_ends<E::stages - 1>(l, tile, 1, 0, at_step);
    for (int p = 0; p < tile.parts; ++p) {
      const Part& part = tile.part[p];
      const Index at = part.side == left_side ? -r : part_width;
      for (int c = 0; c < C; ++c)
        for (int k = 0; k < r; ++k)
          beyond[((2 * part.segment + part.side) * C + c) * r + k] = row(p, 1)[c * stride_ + at + k];
    }
  }
  /// Loads the points beyond an end of the segment into a whole node, as close_tip left them.
  void load_beyond(const LinesView<E>& l, const Part& part, Index width, const real* beyond) {
    const Segment& s = l.segments[part.segment];
    if (s.meeting[0] < 0) return;
    for (const int side : {left_side, right_side}) {
      if (side == left_side ? part.first != s.first : part.first + width != s.first + s.points) continue;
      const Index at = side == left_side ? -r : width;
      for (int c = 0; c < C; ++c)
        for (int k = 0; k < r; ++k)
          row(0, 1)[c * stride_ + at + k] = beyond[((2 * part.segment + side) * C + c) * r + k];
    }
  }
  Index width() const { return static_cast<Index>(stride_) - 2 * r; }
  Index part_width = 0; ///< of parts at ends

 private:
  template <class F>
  void copy(const LinesView<E>& l, const Part& part, Index lo, Index hi, F f) {
    const Segment& s = l.segments[part.segment];
    for (Index x = lo; x < hi;) {
      Index y = part.first + x;
      Index n = hi - x;
      if (s.meeting[0] < 0) {
        y = s.first + ((y - s.first) % s.points + s.points) % s.points;
      } else if (y < s.first) { // beyond an end: nobody reads it
        x += s.first - y;
        continue;
      } else if (y >= s.first + s.points) {
        return;
      }
      n = std::min(n, s.first + s.points - y);
      for (int c = 0; c < C; ++c) f(c, x, y, n);
      x += n;
    }
  }

  template <int stage>
  void close_ends(const LinesView<E>& l, const Tile& tile, int from, int into, std::int64_t at_step) {
    const Meeting& m = l.meetings[tile.meeting];
    EndWindow<E> e[most_ends];
    typename E::Message all[most_ends];
    for (int p = 0; p < tile.parts; ++p) {
      const Index at = first_of_window(tile.part[p]);
      for (int c = 0; c < C; ++c) {
        for (int k = 0; k < 3 * r; ++k) e[p].w[c][k] = row(p, from)[c * stride_ + at + k];
        for (int k = 0; k < r; ++k) e[p].old[c][k] = row(p, into)[c * stride_ + at + r + k];
      }
      if constexpr (E::couples) all[p] = l.equation.message(e[p], tile.part[p].segment, tile.part[p].side);
    }
    for (int p = 0; p < tile.parts; ++p) {
      l.equation.template close<stage>(e[p], m, tile.part[p].side, p, all, at_step);
      const Index at = first_of_window(tile.part[p]);
      for (int c = 0; c < C; ++c)
        for (int k = 0; k < 3 * r; ++k) row(p, from)[c * stride_ + at + k] = e[p].w[c][k];
    }
  }
  Index first_of_window(const Part& part) const { return part.side == left_side ? -r : part_width - 2 * r; }

  std::ptrdiff_t stride_;
  std::vector<real> memory_;
};

} // namespace ibsim::line

// One tier of a block of points: from w[c][0 .. P + 2 rho - 1] of the tier before to io[c][0 .. P - 1], which
// holds the values of two tiers ago and gets the new ones. And one tier of the few points at a time of plain
// stepping.
#pragma once

#include "swept/equation.hpp"

namespace ibsim::line {

/// w(c, k): neighbour k of point j of an array [C][M] whose column rho is point 0.
template <int C, int M>
struct BlockWindow {
  const real (*w)[M];
  int column;
  IBSIM_HD real operator()(int c, int k) const { return w[c][column + k]; }
};
template <int M>
struct AuxiliaryWindow {
  const real (&p)[M];
  int column;
  IBSIM_HD real operator()(int k) const { return p[column + k]; }
};

/// @param at_point number of point 0 in its segment
template <int stage, int P, class E>
IBSIM_HD void advance_block(const E& e, const typename E::Local& local, Index at_point,
                            const real (&w)[E::components][P + 2 * E::radius], real (&io)[E::components][P]) {
  constexpr int C = E::components, r = E::radius, M = P + 2 * r;
  const auto at = [&](int j) {
    Value<C> q;
#pragma unroll
    for (int c = 0; c < C; ++c) q[c] = w[c][j];
    return q;
  };
  const auto point = [&](int j, const Value<C>& q) {
#pragma unroll
    for (int c = 0; c < C; ++c) io[c][j] = q[c];
  };
  const auto old_at = [&](int j) {
    Value<C> q;
#pragma unroll
    for (int c = 0; c < C; ++c) q[c] = io[c][j];
    return q;
  };
  if constexpr (E::by_faces) {
    real p[M];
#pragma unroll
    for (int j = 0; j < M; ++j) p[j] = e.auxiliary(at(j));
    Value<C> left = e.face(BlockWindow<C, M>{w, r - 1}, AuxiliaryWindow<M>{p, r - 1});
#pragma unroll
    for (int j = 0; j < P; ++j) {
      const Value<C> right = e.face(BlockWindow<C, M>{w, r + j}, AuxiliaryWindow<M>{p, r + j});
      point(j, e.template from_faces<stage>(at(r + j), old_at(j), left, right, local));
      left = right;
    }
  } else {
#pragma unroll
    for (int j = 0; j < P; ++j)
      point(j, e.template update<stage>(BlockWindow<C, M>{w, r + j}, old_at(j), local, at_point + j));
  }
}

/// Calls f(std::integral_constant<int, stage>) for a stage that is known only at run time.
template <class E, class F>
IBSIM_HD void with_stage(int stage, F f) {
  if (stage == 0) f(std::integral_constant<int, 0>{});
  if constexpr (E::stages > 1)
    if (stage == 1) f(std::integral_constant<int, 1>{});
  if constexpr (E::stages > 2)
    if (stage == 2) f(std::integral_constant<int, 2>{});
  if constexpr (E::stages > 3)
    if (stage == 3) f(std::integral_constant<int, 3>{});
}

/// Everything that a scheme on either backend needs to know; pointers of that backend.
template <class E>
struct LinesView {
  E equation;
  const Segment* segments = nullptr;
  const Meeting* meetings = nullptr;
  Index segment_count = 0, points = 0;
};

/// The points at an end as `message` wants them, from a row in memory, [C][points], and the points of two
/// tiers ago as kept in [2 segments][C][rho].
template <class E>
IBSIM_HD EndWindow<E> end_window(const LinesView<E>& l, Index segment, int side, const real* from,
                                 const real* kept) {
  constexpr int r = E::radius;
  const Segment s = l.segments[segment];
  const Index first = side == left_side ? s.first : s.first + s.points - r; // the r points at the end
  EndWindow<E> e;
#pragma unroll
  for (int c = 0; c < E::components; ++c) {
    const real* row = from + static_cast<std::size_t>(c) * l.points;
#pragma unroll
    for (int k = 0; k < 3 * r; ++k) {
      const Index x = first - r + k;
      e.w[c][k] = x >= s.first && x < s.first + s.points ? row[x] : 0;
    }
#pragma unroll
    for (int k = 0; k < r; ++k) e.old[c][k] = kept[((2 * segment + side) * E::components + c) * r + k];
  }
  return e;
}

/// Plain stepping: one tier of the rho points from `x` on, rows [C][points]; x - (first of its segment) is a
/// multiple of rho. `into` holds the tier before `from`, and is overwritten. The first stage therefore keeps
/// the data that ends exchange apart, [2 segments][C][rho], for the second.
template <int stage, class E>
IBSIM_HD void step_points(const LinesView<E>& l, Index segment, Index x, const real* from, real* into,
                          real* kept, std::int64_t at_step) {
  constexpr int C = E::components, r = E::radius;
  const Segment s = l.segments[segment];
  const Index last = s.first + s.points - r;
  real w[C][3 * r], io[C][r];
#pragma unroll
  for (int c = 0; c < C; ++c) {
    const std::size_t base = static_cast<std::size_t>(c) * l.points;
#pragma unroll
    for (int k = 0; k < 3 * r; ++k) {
      Index y = x - r + k;
      if (y < s.first) y += s.points; // periodic, or replaced below
      if (y >= s.first + s.points) y -= s.points;
      w[c][k] = from[base + y];
    }
#pragma unroll
    for (int k = 0; k < r; ++k) io[c][k] = into[base + x + k];
  }
#pragma unroll
  for (int side = 0; side < 2; ++side) {
    if (x != (side == left_side ? s.first : last) || s.meeting[side] < 0) continue;
    const Meeting m = l.meetings[s.meeting[side]];
    typename E::Message all[most_ends];
    int mine = 0;
    if constexpr (E::couples && stage == 0)
#pragma unroll
      for (int c = 0; c < C; ++c)
#pragma unroll
        for (int k = 0; k < r; ++k) kept[((2 * segment + side) * C + c) * r + k] = w[c][r + k];
    if constexpr (E::couples && stage == 1)
      for (int i = 0; i < most_ends; ++i)
        if (i < m.ends) {
          all[i] =
              l.equation.message(end_window(l, m.segment[i], m.side[i], from, kept), m.segment[i], m.side[i]);
          if (m.segment[i] == segment && m.side[i] == side) mine = i;
        }
    EndWindow<E> e;
#pragma unroll
    for (int c = 0; c < C; ++c) {
#pragma unroll
      for (int k = 0; k < 3 * r; ++k) e.w[c][k] = w[c][k];
#pragma unroll
      for (int k = 0; k < r; ++k) e.old[c][k] = io[c][k];
    }
    l.equation.template close<stage>(e, m, side, mine, all, at_step);
#pragma unroll
    for (int c = 0; c < C; ++c)
#pragma unroll
      for (int k = 0; k < 3 * r; ++k) w[c][k] = e.w[c][k];
  }
  advance_block<stage, r>(l.equation, l.equation.local(segment), x - s.first, w, io);
#pragma unroll
  for (int c = 0; c < C; ++c)
#pragma unroll
    for (int k = 0; k < r; ++k) into[static_cast<std::size_t>(c) * l.points + x + k] = io[c][k];
}

template <class E>
IBSIM_HD Index segment_of(const LinesView<E>& l, Index x) {
  Index low = 0, high = l.segment_count - 1;
  while (low < high) {
    const Index middle = (low + high + 1) / 2;
    if (l.segments[middle].first <= x)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

} // namespace ibsim::line

// Places of the points: segments one behind the other in one array, and the meetings of their ends.
//
// A line is one segment, periodic or with an end on either side (a meeting of one). A network of vessels has
// a segment a vessel and a meeting of three where one divides into two.
#pragma once

#include "base/precision.hpp"

#include <vector>

namespace ibsim::line {

constexpr int left_side = 0, right_side = 1;
constexpr int most_ends = 4; ///< that meet in one place

enum class EndKind : int {
  mirror,
  wall,
  open,
  fixed,
  inflow,
  reflection,
  windkessel,
  junction,
  inlet_pressure,
  pressure,
  resistance
};

struct Segment {
  Index first = 0, points = 0;
  Index meeting[2] = {-1, -1}; ///< of the left and right end; -1: periodic
};

/// The part of a segment's length at which a point lies, from 0 to 1.
inline real part_of(const Segment& s, Index point) {
  return (static_cast<real>(point - s.first) + real{0.5}) / s.points;
}

struct Meeting {
  EndKind kind = EndKind::mirror;
  int ends = 0;
  Index segment[most_ends] = {};
  int side[most_ends] = {};
  real value[3] = {}; ///< fixed: the components beyond the end; others: parameters of the equation
  real outlet = 0;    ///< windkessel, resistance: p_out; pressure: p
};

struct Lines {
  std::vector<Segment> segments;
  std::vector<Meeting> meetings;
  Index points() const { return segments.empty() ? 0 : segments.back().first + segments.back().points; }
  bool periodic() const { return segments.size() == 1 && segments[0].meeting[0] < 0; }
};

/// One segment without ends.
inline Lines periodic_line(Index points) { return {{{0, points, {-1, -1}}}, {}}; }

/// One segment with an end of some kind on either side. @param left, right values beyond, for EndKind::fixed
inline Lines bounded_line(Index points, EndKind kind, const real (&left)[3], const real (&right)[3]) {
  Lines lines{{{0, points, {0, 1}}}, {}};
  for (const int side : {left_side, right_side}) {
    Meeting m{kind, 1, {0}, {side}, {}};
    for (int c = 0; c < 3; ++c) m.value[c] = side == left_side ? left[c] : right[c];
    lines.meetings.push_back(m);
  }
  return lines;
}

} // namespace ibsim::line

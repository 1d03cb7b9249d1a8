#include "packing/packing_room.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

/// Of the part of a circle within low and high, by its chords along y (midpoint rule: 1e-6 of the circle).
real area_within(const TubeSection& circle, const PackingRoom& room) {
  constexpr int chords = 100000;
  const real begin = std::max(circle.x - circle.radius, room.low.x),
             end = std::min(circle.x + circle.radius, room.high.x);
  real area = 0;
  for (int i = 0; i < chords && begin < end; ++i) {
    const real width = (end - begin) / chords, x = begin + (i + 0.5) * width - circle.x;
    const real half = std::sqrt(std::max(real{0}, circle.radius * circle.radius - x * x));
    const real low = std::max(circle.y - half, room.low.y), high = std::min(circle.y + half, room.high.y);
    area += width * std::max(real{0}, high - low);
  }
  return area;
}

} // namespace

real volume_of(const PackingRoom& room) {
  const Real3 size = room.high - room.low;
  if (room.tubes.empty()) return size.x * size.y * size.z;
  real area = 0;
  for (const TubeSection& tube : room.tubes) area += area_within(tube, room);
  return area * size.z;
}

const TubeSection& tube_around(const PackingRoom& room, const Real3& p) {
  const auto from_axis = [&](const TubeSection& tube) { return std::hypot(p.x - tube.x, p.y - tube.y); };
  return *std::min_element(
      room.tubes.begin(), room.tubes.end(),
      [&](const TubeSection& a, const TubeSection& b) { return from_axis(a) < from_axis(b); });
}

} // namespace ibsim

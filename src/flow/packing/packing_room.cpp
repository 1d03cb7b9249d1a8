#include "packing/packing_room.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ibsim {
namespace {

/// Area of the part of a circle within low and high, by its chords along y (midpoint rule: 1e-6 of the
/// circle).
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

/// Volume of the columns over each point of the plane, above the highest floor (midpoint rule, spectral over
/// whole periods).
real volume_above_floors(const PackingRoom& room) {
  constexpr int steps = 512;
  const Real3 size = room.high - room.low;
  real mean = 0;
  for (int k = 0; k < steps; ++k)
    for (int i = 0; i < steps; ++i) {
      const Real3 p{room.low.x + (i + 0.5) * size.x / steps, 0, room.low.z + (k + 0.5) * size.z / steps};
      real low = room.low.y;
      for (const PlacedRelief& floor : room.floors) low = std::max(low, relief_at(floor, p).y);
      mean += std::max(real{0}, room.high.y - low) / (real{steps} * steps);
    }
  return mean * size.x * size.z;
}

/// Distance from the next face of a part of the box, positive inside, in the nearest image.
real inside(const Region& part, const Real3& x, const Real3& periods) {
  real least = std::numeric_limits<real>::infinity();
  for (int d = 0; d < 3; ++d) {
    const real from_middle = std::remainder(x[d] - 0.5 * (part.low[d] + part.high[d]), periods[d]);
    least = std::min(least, 0.5 * (part.high[d] - part.low[d]) - std::abs(from_middle));
  }
  return least;
}

struct FluidToPack : SignedDistance {
  std::shared_ptr<const Vessel> vessel;
  std::vector<Region> of_copies;
  FluidToPack(std::shared_ptr<const Vessel> of, std::vector<Region> copies)
      : vessel(std::move(of)), of_copies(std::move(copies)) {}
  real distance(const Real3& at) const override {
    real d = vessel->on_grid().distance(at);
    const PeriodicBox& box = vessel->sampled().box;
    for (const Region& part : of_copies) d = std::max(d, inside(part, at, box.size));
    if (!vessel->has_openings()) return d;
    const Openings& openings = vessel->openings();
    const Real3 x = box.wrapped(at);
    const real beyond = openings.beyond_faces(x);
    return beyond > d && !openings.in_pilot(x) ? beyond : d;
  }
  ShapeBounds bounds() const override { return vessel->on_grid().bounds(); }
};

/// Volume of the vessel that packing leaves to copies, um^3.
real volume_of_copies(const PackingRoom& room) {
  const Real3& periods = room.vessel->sampled().box.size;
  real volume = 0;
  for (const Region& part : room.of_copies)
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
          const Real3 shift{i * periods.x, j * periods.y, k * periods.z};
          Real3 low = part.low + shift, high = part.high + shift;
          bool meets = true;
          for (int d = 0; d < 3; ++d) {
            low[d] = std::max(low[d], room.low[d]), high[d] = std::min(high[d], room.high[d]);
            meets &= low[d] < high[d];
          }
          if (meets) volume += room.vessel->volume_within(low, high, false);
        }
  return volume;
}

} // namespace

ImplicitShape fluid_to_pack(std::shared_ptr<const Vessel> vessel, std::vector<Region> of_copies) {
  return std::make_shared<FluidToPack>(std::move(vessel), std::move(of_copies));
}

bool is_above_floors(const PackingRoom& room, const Real3& p) {
  return std::all_of(room.floors.begin(), room.floors.end(),
                     [&](const PlacedRelief& floor) { return p.y > relief_at(floor, p).y; });
}

real volume_of(const PackingRoom& room) {
  const Real3 size = room.high - room.low;
  if (room.vessel) return room.vessel->volume_within(room.low, room.high, false) - volume_of_copies(room);
  if (!room.floors.empty()) return volume_above_floors(room);
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

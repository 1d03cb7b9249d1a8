#include "walls/pilots.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "geometry/pilot.hpp"
#include "model/flow_model.hpp"
#include "walls/vessel.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {
namespace {

constexpr real length_of_cell = 8;            ///< of a red cell, um
constexpr real length_of_stretched_cell = 12; ///< um
/// Cells behind the mouth at which a pilot takes its section, in the solid's side of the mouth's edge.
constexpr real cells_behind_mouth = 4;

/// The length of the longest object when it is stretched by half, um.
real longest_when_stretched(const std::vector<ObjectKind>& kinds) {
  real longest = length_of_stretched_cell;
  for (const ObjectKind& kind : kinds)
    if (const auto* closed = std::get_if<ClosedSurface>(&kind.structure)) {
      const Real3& half = closed->surface.half_axes;
      longest = std::max(longest, 1.5 * 2 * std::max({half.x, half.y, half.z}));
    }
  return longest;
}

/// Where the pump of an opening ends, um.
real end_of_pump(const Opening& o, const OpeningZone& zone, real h) {
  return o.at.z + 2 * h + zone.pump_length(h);
}

real length_of_copies(const Pilot& pilot) {
  return pilot.length > 0 ? pilot.length : 2 * pilot.radius + length_of_cell;
}

/// @throws InputError where the vessel comes into the wall of the opening's pilot
void require_room_around(const Opening& o, const SignedDistance& vessel, const Openings& openings,
                         const PeriodicBox& box, real h) {
  const Pilot& p = *o.pilot;
  const real step = 2 * h;    // half of the wall
  std::vector<Real3> section; // of the pilot with its wall
  for (real y = p.low.y + h / 2; y < p.high.y; y += step)
    for (real x = p.low.x + h / 2; x < p.high.x; x += step)
      if (const Real3 at{x, y, 0}; p.shape->distance(at) < p.wall) section.push_back(at);
  const real high = std::min(openings.high.z, box.size.z);
  for (real z = std::max(openings.low.z, real{0}) + h / 2; z < high; z += step)
    for (Real3 at : section)
      if (at.z = z; vessel.distance(at) < 0)
        throw InputError(o.name + text(".pilot.at: its pilot needs a wall of %.4g um, and the vessel comes "
                                       "nearer, at %s; move the pilot away from there",
                                       p.wall, place_text(at).c_str()));
}

/// Cuts a region across a direction, so that it ends at `at` on the side of `other`.
void cut(Region& region, int d, real mouth, real other, real at) {
  if (other > mouth)
    region.high[d] = std::min(region.high[d], at);
  else
    region.low[d] = std::max(region.low[d], at);
}

/// Distances from a pilot at the middles of columns of cells along z, of those from `first` to `last`, x
/// first. They are equal for all z, and each takes a distance of the vessel.
std::vector<real> distances_of_columns(const Pilot& pilot, const Int3& first, const Int3& last, real h) {
  std::vector<real> distances;
  for (int j = first.y; j < last.y; ++j)
    for (int i = first.x; i < last.x; ++i)
      distances.push_back(pilot.shape->distance({(i + 0.5) * h, (j + 0.5) * h, 0}));
  return distances;
}

} // namespace

ImplicitShape with_pilots(ImplicitShape fluid, const ImplicitShape& vessel, Openings& openings,
                          const PeriodicBox& box, real h) {
  for (Opening& o : openings.all) {
    if (!o.pilot) continue;
    Pilot& p = *o.pilot;
    p.wall = cells_of_pilot_wall * h;
    const real behind = cells_behind_mouth * h, margin = p.wall + 2 * h;
    p.offset = {h * std::round((o.at.x - p.x) / h), h * std::round((o.at.y - p.y) / h), 0};
    MouthSection section;
    try {
      section = section_of_mouth(*vessel, o.at, behind, margin, h / 2, box);
    } catch (const InputError& e) {
      throw InputError(o.name + ".pilot: " + e.what());
    }
    p.radius = section.radius();
    p.low = section.low - p.offset, p.high = section.high - p.offset;
    for (int d = 0; d < 2; ++d) {
      if (p.low[d] < 0 || p.high[d] > box.size[d])
        throw InputError(o.name +
                         text(".pilot.at: the pilot reaches from %.4g to %.4g um in %c, beyond the box "
                              "of %.4g um",
                              p.low[d], p.high[d], "xy"[d], box.size[d]));
      p.low[d] = std::max(real{0}, p.low[d] - p.wall), p.high[d] = std::min(box.size[d], p.high[d] + p.wall);
    }
    p.shape = pilot_shape(vessel, section, p.offset, box);
    require_room_around(o, *vessel, openings, box, h);
    fluid = with_pilot(std::move(fluid), p.shape, p.wall);
  }
  return fluid;
}

std::vector<OpeningFault> pilot_faults(const SampledDistance& at, const Grid& grid, const Openings& openings,
                                       const std::vector<OpeningZone>& zones) {
  std::vector<OpeningFault> faults;
  const real h = grid.h;
  for (std::size_t i = 0; i < openings.all.size(); ++i) {
    const Opening& o = openings.all[i];
    if (!o.pilot) continue;
    const Pilot& p = *o.pilot;
    const real end = end_of_pump(o, zones[i], h) + length_of_copies(p);
    Int3 first, last;
    for (int d = 0; d < 2; ++d) {
      first[d] = std::max(0, static_cast<int>(std::floor(p.low[d] / h)));
      last[d] = std::min(grid.n[d], static_cast<int>(std::ceil(p.high[d] / h)));
    }
    const std::vector<real> distances = distances_of_columns(p, first, last, h);
    const Int3 offset{static_cast<int>(std::lround(p.offset.x / h)),
                      static_cast<int>(std::lround(p.offset.y / h)), 0};
    bool differs = false;
    for (int k = 0; k < grid.n.z; ++k) {
      std::size_t column = 0;
      for (int j = first.y; j < last.y; ++j)
        for (int c = first.x; c < last.x; ++c) {
          const Real3 x = at.node(c, j, k);
          const real own = distances[column++];
          if (x.z < openings.low.z || x.z > openings.high.z) continue;
          const int i_copy = (c + offset.x + grid.n.x) % grid.n.x,
                    j_copy = (j + offset.y + grid.n.y) % grid.n.y;
          if (!differs && x.z > o.at.z + h && x.z < end &&
              (own < -h) != (at.values[at.number(i_copy, j_copy, k)] < -h / 2) && (own < -h || own > 0)) {
            differs = true;
            faults.push_back(
                {o.name,
                 text("copies follow the pilot up to z = %.4g um, and at %s the vessel is not as at its "
                      "mouth; a straight inlet of %.4g um is needed, or a smaller pilot.length",
                      end, place_text(at.node(i_copy, j_copy, k)).c_str(), end - o.at.z)});
          }
        }
    }
  }
  return faults;
}

std::vector<Pump> pumps_of_pilots(const FlowModel& model, const Slab& slab) {
  std::vector<Pump> pumps;
  const Vessel& vessel = *model.vessel;
  const Grid& grid = model.grid;
  for (const Opening& o : vessel.openings().all) {
    if (!o.pilot) continue;
    std::vector<real> parts = vessel.parts_of_faces(2, slab);
    const real near = 1.5 * grid.h; // beyond its fluid, faces have a part up to h away
    const std::vector<real> distances = distances_of_columns(*o.pilot, {}, grid.n, grid.h);
    for (std::size_t face = 0; face < parts.size(); ++face)
      if (distances[face % distances.size()] > near) parts[face] = 0;
    pumps.push_back({2, grid.n.z, std::move(parts), 0, OpeningKind::flow_rate, o.value, 0, 0});
  }
  return pumps;
}

std::vector<Inlet> inlets_of_pilots(const FlowModel& model) {
  std::vector<Inlet> inlets;
  if (!model.has_vessel() || model.vessel->openings().pilots() == 0) return inlets;
  const OpeningZones& zones = model.vessel->zones();
  if (!zones.faults.empty()) return inlets;
  const std::vector<Opening>& all = model.vessel->openings().all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].pilot) continue;
    const Pilot& p = *all[i].pilot;
    const real from = end_of_pump(all[i], zones.of[i], model.grid.h);
    inlets.push_back({all[i].name,
                      {{p.low.x, p.low.y, from}, {p.high.x, p.high.y, from + length_of_copies(p)}},
                      p.offset});
  }
  return inlets;
}

std::vector<Outlet> outlets_of_openings(const FlowModel& model) {
  std::vector<Outlet> outlets;
  if (!model.has_vessel() || model.vessel->openings().pilots() == 0) return outlets;
  const Openings& openings = model.vessel->openings();
  const Real3 box = model.grid.lengths();
  const real h = model.grid.h, longest = longest_when_stretched(model.objects);
  const OpeningZones& zones = model.vessel->zones();
  if (!zones.faults.empty()) return outlets;
  for (std::size_t i = 0; i < openings.all.size(); ++i) {
    const Opening& o = openings.all[i];
    if (o.pilot) continue;
    Region region{{}, box};
    const real plenum = openings.plenum(o.axis, box),
               within = std::max(2 * h + zones.of[i].pump_length(h), longest - plenum);
    const real face = o.side < 0 ? openings.low[o.axis] : openings.high[o.axis];
    region.low[o.axis] = o.side < 0 ? face - plenum : face - within;
    region.high[o.axis] = region.low[o.axis] + plenum + within;
    const int a = (o.axis + 1) % 3, b = (o.axis + 2) % 3;
    const auto farther = [&](const Real3& x) { // the direction in which two lie farther apart
      return std::abs(x[a] - o.at[a]) > std::abs(x[b] - o.at[b]) ? a : b;
    };
    for (const Opening& other : openings.all) {
      if (other.name != o.name && other.axis == o.axis && other.side == o.side) {
        const int d = farther(other.at);
        cut(region, d, o.at[d], other.at[d], (o.at[d] + other.at[d]) / 2);
      }
      if (!other.pilot) continue;
      const Pilot& p = *other.pilot;
      Real3 middle = 0.5 * (p.low + p.high);
      middle.z = o.at.z; // it goes through all of the box along z
      const int d = farther(middle);
      cut(region, d, o.at[d], middle[d], middle[d] > o.at[d] ? p.low[d] : p.high[d]);
    }
    outlets.push_back({o.name, region});
  }
  return outlets;
}

} // namespace ibsim

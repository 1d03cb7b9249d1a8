// Openings of a vessel: where fluid enters and leaves it, and how much.
//
// The vessel is cut by the faces of a block of solid. What the box has beyond the block is the plenum: open
// fluid, joined through the ends of the box, whose pressure all openings see. A mouth lies in
// each face of the block that the vessel goes through. Behind each mouth is a pump (opening_zones.hpp): the
// force g per volume along the vessel, over a length l, so that the pressure there is p = g l.
//
//   flow_rate   p is what keeps the flow rate Q
//   pressure    p is given
//   resistance  p = p_0 - r Q: a reservoir of pressure p_0 behind a resistance r
//
// Q is positive into the device. Only differences of pressures count (held_flow_rates.hpp).
//
// An opening with a flow rate may have a pilot (pilots.hpp), a periodic tube of its section and flow rate
// beside the device. Copies of the pilot's objects come through the opening (traffic.hpp).
#pragma once

#include "base/signal.hpp"
#include "base/vec3.hpp"
#include "geometry/signed_distance.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ibsim {

enum class OpeningKind { flow_rate, pressure, resistance };

/// A tube along z through the whole box, of which an opening's flow and objects are copies.
struct Pilot {
  real x = 0, y = 0; ///< its middle as given, um
  real length = 0;   ///< as given, of the inlet in which copies follow their originals, um; 0: by default
  Real3 offset;      ///< from the pilot to the opening's vessel, um, whole cells
  real wall = 0;     ///< thickness of its wall in the plenum, um
  real radius = 0;   ///< of a circle of its area, um
  Real3 low, high;   ///< corners in x and y of the pilot with its wall, um
  ImplicitShape shape;
};

struct Opening {
  std::string name; ///< unique in the vessel
  Real3 at;         ///< near the middle of the mouth, in the plane of it, um
  int axis = 2;     ///< of the normal of that plane
  int side = -1;    ///< of the block on which it lies: -1 the low one, 1 the high one
  OpeningKind kind = OpeningKind::pressure;
  Signal value;         ///< Q, um^3/us, or p or p_0, kPa
  real resistance = 0;  ///< r, kPa us/um^3
  real pump_length = 0; ///< l, um; 0: the radius of the mouth
  std::optional<Pilot> pilot;
  /// Unit vector into the device.
  Real3 inward() const {
    Real3 way;
    way[axis] = -side;
    return way;
  }
};

/// The openings of a vessel, and the block that its mouths lie in.
struct Openings {
  std::vector<Opening> all;
  std::array<bool, 3> across{}; ///< directions across which there are mouths
  Real3 low, high;              ///< faces of the block, um; along other directions those of the box
  bool empty() const { return all.empty(); }
  /// Number of openings that have one.
  std::size_t pilots() const {
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const Opening& o) { return o.pilot.has_value(); }));
  }
  /// Depth of the plenum across a direction, um.
  real plenum(int d, const Real3& box) const { return box[d] - (high[d] - low[d]); }
  bool between_faces(const Real3& x) const; ///< of the block, in it or in a pilot
  bool in_block(const Real3& x) const;      ///< and not in a pilot
  bool in_plenum(const Real3& x) const;     ///< and not in a pilot
  bool in_pilot(const Real3& x) const;      ///< or in its wall; equal for all z
  /// How far x lies beyond the faces of the block, um; negative between them. @param x in the box
  real beyond_faces(const Real3& x) const;
};

/// The block of these openings. Where all those across a direction lie on one side, the other face of the
/// block is the end of the box. @throws InputError "NAME: .." where mouths on one side are not in one plane,
/// or there is no room
Openings openings_in(std::vector<Opening>, const Real3& box);

} // namespace ibsim

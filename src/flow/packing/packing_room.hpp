// Room in which objects may be packed: a part of the box, inside of tubes where there are any, or of the
// vessel.
#pragma once

#include "model/traffic_plan.hpp"
#include "walls/sheets.hpp"
#include "walls/tubes.hpp"
#include "walls/vessel.hpp"

#include <vector>

namespace ibsim {

struct PackingRoom {
  Real3 low, high;                         ///< um
  bool bounded[3] = {false, false, false}; ///< objects keep within low and high; else the box goes on
  std::vector<PlacedRelief> floors;        ///< objects keep above all of them
  std::vector<TubeSection> tubes;          ///< if any: objects keep within one of them
  std::shared_ptr<const Vessel> vessel;    ///< objects keep within its fluid; null: there is none
  ImplicitShape fluid;                     ///< of the vessel, without the plenum of its openings
  real from_wall = 0;                      ///< um that they keep from its wall
  std::vector<Region> of_copies;           ///< parts of the vessel that are left to copies
};

/// Fluid of a vessel in which objects are packed: interpolated on the grid, without the plenum and without
/// the parts that are left to copies.
ImplicitShape fluid_to_pack(std::shared_ptr<const Vessel>, std::vector<Region> of_copies);

/// um^3.
real volume_of(const PackingRoom&);

/// True if p is above all floors.
bool is_above_floors(const PackingRoom&, const Real3& p);

/// The nearest tube of a room that has any, by the distance of p from the axes.
const TubeSection& tube_around(const PackingRoom&, const Real3& p);

} // namespace ibsim

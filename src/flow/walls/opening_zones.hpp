// Mouths and pumps of a vessel's openings, on the grid.
//
// The mouth of an opening is the fluid in the first layer of cells of the block that is connected to the
// opening's place. Its pump begins two cells behind that layer and is l long, a whole number of layers. In it
// the force acts on the fluid that is connected to the mouth within these layers, by the part of each face
// in the fluid (vessel.hpp). It has the direction of the block's normal and depends on the place along that
// alone: its curl is zero within the vessel, whatever the direction of the vessel, and the pressure rises by
// g l across it. The flow rate is measured in the same layers, as the mean over them.
#pragma once

#include "geometry/sampled_distance.hpp"
#include "grid/grid.hpp"
#include "walls/opening.hpp"

namespace ibsim {

/// Numbers by cell of the grid, in the order of the grid; a face has the number of the cell behind it.
struct PartsOfCells {
  std::vector<Index> cell;
  std::vector<real> part;
};

struct OpeningZone {
  int axis = 2, inward = 1;  ///< direction into the device
  int first = 0, layers = 0; ///< of faces across the axis: first, first + 1, ..
  PartsOfCells faces;        ///< parts of the faces of the pump, times `inward`
  /// cells in the layer behind the pump, away from walls, where pressure is measured
  PartsOfCells behind;
  real area = 0; ///< of the fluid across the axis in the layer behind the pump, um^2
  Real3 mouth_centre;
  int vessel = 0;      ///< number of the connected part of the block's fluid that it opens, from 1
  real radius() const; ///< of a circle of that area, um
  real pump_length(real h) const { return layers * h; }
};

/// What is wrong with an opening.
struct OpeningFault {
  std::string opening, message; ///< opening empty: with all of them
};

struct OpeningZones {
  std::vector<OpeningZone> of; ///< of each opening, in their order; all of them where there is no fault
  std::vector<OpeningFault> faults;
};

OpeningZones find_opening_zones(const SampledDistance&, const Grid&, const Openings&);

/// Why these openings do not determine the flow: each connected part of the vessel needs one whose flow rate
/// is not given. Empty: they do.
std::vector<OpeningFault> why_not_balanced(const Openings&, const std::vector<OpeningZone>&);

} // namespace ibsim

// Estimates of the flow through a vessel before it runs, for limits of steps and dimensionless numbers.
//
// Where A is the area of the fluid across the flow, at each place along it, round parts of that area take
//   G L = Q int 8 pi mu/A^2 ds
// which is the most that can flow for these areas. The velocity on the axis is 2 Q/A at the narrowest place,
// and no larger than in a gap as wide as the deepest place, G d^2/(2 mu).
//
// With openings it is 2 Q/A of each flow rate, and where pressures differ by dp the flow of the widest
// opening through a tube as long as the block.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;

struct VesselFlow {
  real flow_rate = 0;  ///< um^3/us
  real speed = 0;      ///< the largest, um/us
  real shear_rate = 0; ///< at the wall of the narrowest place, 1/us
};

/// @param model with a vessel
VesselFlow vessel_flow(const FlowModel& model);

} // namespace ibsim

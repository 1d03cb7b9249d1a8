// Flow rate and pressure at the openings of a vessel (simulation/opening.hpp).
//
//   flow rate      into the device, over the faces of the pump: sum of u h^2 by their part in the fluid, over
//                  the number of layers
//   pressure       mean over the fluid of the layer of cells behind the pump, less the mean over the plenum
//   pump pressure  g l: that pressure without the loss of the flow at the mouth
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct AtOpening {
  real flow_rate = 0;     ///< um^3/us
  real pressure = 0;      ///< kPa
  real pump_pressure = 0; ///< kPa
};
using AtOpenings = std::vector<AtOpening>;

/// Numbers of each opening of the vessel. Waits for the stream.
template <class B>
AtOpenings opening_diagnostics(Simulation<B>&);

std::vector<Column<AtOpenings>> opening_columns(const FlowModel&);

} // namespace ibsim

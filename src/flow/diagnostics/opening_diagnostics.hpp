// Flow rate and pressure at the openings of a vessel (walls/opening.hpp).
//
//   flow rate      into the device, over the faces of the pump: sum of u h^2 by their part in the fluid, over
//                  the number of layers
//   pressure       mean over the layer of cells behind the pump, two cells away from walls, less the mean
//                  over the plenum
//   pump pressure  g l: that pressure without the loss of the flow at the mouth
//
// Both less the level s of the vessel's pumps (step/held_flow_rates.hpp), so that an opening with a
// given pressure has it as its pump pressure.
#pragma once

#include "diagnostics/plane_diagnostics.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct AtOpening {
  real flow_rate = 0;         ///< um^3/us
  real pressure = 0;          ///< kPa
  real pump_pressure = 0;     ///< kPa
  real gradient_of_pilot = 0; ///< drive of its pilot, kPa/um; 0: it has none
};
using AtOpenings = std::vector<AtOpening>;

/// Numbers of each opening of the vessel. Waits for the stream. @param fields of the same state
AtOpenings opening_diagnostics(Simulation&, const FieldsAtCells& fields);
inline AtOpenings opening_diagnostics(Simulation& simulation) {
  return opening_diagnostics(simulation, FieldsAtCells(simulation));
}

std::vector<Column<AtOpenings>> opening_columns(const FlowModel&);

} // namespace ibsim

// Flow through the vessel of a scenario (walls/vessel.hpp), along the direction of its drive.
//
//   flow rate   Q = sum over the faces across the flow of u h^3/L, each by its part in the fluid: the mean
//               over all cross-sections of the box of length L
//   velocity    Q L over the volume of the fluid
//   stress      that on the wall which balances the force, G V/A in steady flow: shear and pressure together
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct VesselDiagnostics {
  real flow_rate = 0;     ///< um^3/us
  real mean_velocity = 0; ///< um/us
  real driving_force = 0; ///< kPa/um
  real wall_stress = 0;   ///< kPa
};

inline const std::vector<Column<VesselDiagnostics>> vessel_columns{
    {"flow rate in vessel", "um^3/us", &VesselDiagnostics::flow_rate},
    {"mean velocity in vessel", "um/us", &VesselDiagnostics::mean_velocity},
    {"driving force", "kPa/um", &VesselDiagnostics::driving_force},
    {"mean wall stress in vessel", "kPa", &VesselDiagnostics::wall_stress}};

/// Waits for the stream.
VesselDiagnostics vessel_diagnostics(Simulation&);

} // namespace ibsim

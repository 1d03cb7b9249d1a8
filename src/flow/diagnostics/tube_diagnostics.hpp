// Flow through the tubes of a scenario (walls/tubes.hpp), all together.
//
//   flow rate   Q = sum over the cells inside of u_z h^2, on average over z
//   velocity    Q over the cross-sections pi a^2
//   stress      on the walls that balances the force, G sum a^2/(2 sum a): the mean over all walls in a
//               steady flow
//   viscosity   relative to mu, of what flows, cells and all: of a Newtonian fluid with the same flow rate
//               under the same force G, pi G sum a^4/(8 mu Q). 1 in an empty tube; 0 where the drive is not
//               steady, or nothing flows
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct TubeDiagnostics {
  real flow_rate = 0;     ///< along z, um^3/us
  real mean_velocity = 0; ///< um/us
  real driving_force = 0; ///< kPa/um
  real wall_stress = 0;   ///< kPa
  real relative_viscosity = 0;
};

inline const std::vector<Column<TubeDiagnostics>> tube_columns{
    {"flow rate in tubes", "um^3/us", &TubeDiagnostics::flow_rate},
    {"mean velocity in tubes", "um/us", &TubeDiagnostics::mean_velocity},
    {"driving force", "kPa/um", &TubeDiagnostics::driving_force},
    {"wall shear stress in tubes", "kPa", &TubeDiagnostics::wall_stress},
    {"relative viscosity", "", &TubeDiagnostics::relative_viscosity}};

/// Waits for the stream.
TubeDiagnostics tube_diagnostics(Simulation&);

} // namespace ibsim

// Diagnostics at walls and across the gap between them, H = Ly.
//
//   stress     mu du/dy at a wall from the parabola through it, as the fluid's equations have it:
//              lower mu (9 q_0 - q_1 - 8 g)/(3 h), upper mu (8 g' - 9 q_{N-1} + q_{N-2})/(3 h), q the means
//              over rows: both positive where the fluid above moves faster
//   viscosity  relative to mu, of what flows, cells and all: with a driving force G that of a Newtonian fluid
//              of the same flow rate, G H^2/(12 (U - (g + g')/2)) but for the sum over rows
//              (developed_flow.hpp); without one, that of the same stress, H tau/(g'_z - g_z) with the mean
//              of both walls. 1 in a pure fluid; 0 where the drive is not steady, or nothing flows
//   residual   what is missing in the balance of momentum since the start of the run (WallAccount in
//              fluid/wall_stage.hpp), the larger of x and z, over the largest speed
#pragma once

#include "diagnostics/fluid_diagnostics.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct WallDiagnostics {
  real flow_rate = 0;                        ///< along z, um^3/us
  real lower_stress[2]{}, upper_stress[2]{}; ///< along x and z, kPa
  /// along z, kPa/um: pressure gradient, or what kept to the flow rate in the last step
  real driving_force = 0;
  real relative_viscosity = 0;
  real momentum_residual = 0;
};

inline const std::vector<Column<WallDiagnostics>> wall_columns{
    {"flow rate", "um^3/us", &WallDiagnostics::flow_rate},
    {"lower wall stress x", "kPa", [](const WallDiagnostics& w) { return w.lower_stress[0]; }},
    {"lower wall stress z", "kPa", [](const WallDiagnostics& w) { return w.lower_stress[1]; }},
    {"upper wall stress x", "kPa", [](const WallDiagnostics& w) { return w.upper_stress[0]; }},
    {"upper wall stress z", "kPa", [](const WallDiagnostics& w) { return w.upper_stress[1]; }},
    {"driving force", "kPa/um", &WallDiagnostics::driving_force},
    {"relative viscosity", "", &WallDiagnostics::relative_viscosity},
    {"momentum residual", "", &WallDiagnostics::momentum_residual}};

/// Waits for the stream. @param fluid of the same state
WallDiagnostics wall_diagnostics(Simulation&, const FluidDiagnostics& fluid);

} // namespace ibsim

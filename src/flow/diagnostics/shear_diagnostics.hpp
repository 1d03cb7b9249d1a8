// The stress of a suspension in unbounded shear (fluid/lees_edwards.hpp), the mean of the box: what flows
// through a plane of constant y, on average over all heights,
//   stress = mean(mu (g + d_y v_z + d_z v_y)) - rho mean(v_y v_z) - (1/V) sum_i F_z,i (y_i - Ly/2)
// with F_i the forces of objects on the fluid at y_i (Batchelor 1970, J. Fluid Mech. 41, 545,
// doi:10.1017/S0022112070000745). Where mu is the same everywhere the first term is mu g. v_y v_z and the
// viscous stress are those that the difference equations have.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct ShearDiagnostics {
  real strain = 0;             ///< integral of the shear rate since time 0
  real stress = 0;             ///< along z on planes of constant y, kPa
  real relative_viscosity = 0; ///< stress/(mu g); 0 where g is zero now
};

inline const std::vector<Column<ShearDiagnostics>> shear_columns{
    {"strain", "", &ShearDiagnostics::strain},
    {"shear stress", "kPa", &ShearDiagnostics::stress},
    {"relative viscosity", "", &ShearDiagnostics::relative_viscosity}};

/// The diagnostics of the present state, which this evaluates. Waits for the stream.
ShearDiagnostics shear_diagnostics(Simulation&);

} // namespace ibsim

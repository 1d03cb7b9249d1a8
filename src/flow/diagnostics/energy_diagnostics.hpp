// Energies of the fluid and of all objects together; and of single objects what is worst: the change of
// volume, the part of the membrane that is pressed most, and the force that was taken away.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "diagnostics/fluid_diagnostics.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

/// pg um^2/us^2, which is fJ.
struct Energies {
  real kinetic = 0;          ///< of the fluid
  real elastic = 0;          ///< of all force terms
  real bending = 0;          ///< of bending among them
  real interaction = 0;      ///< of the forces between structures
  real volume_change = 0;    ///< V/V_0 - 1 where it is largest, with its sign; not of a tube
  real least_area_ratio = 1; ///< the least of areas now over those at rest at a sample site; not of a tube
  real unresolved_force = 0; ///< the largest part of the forces of an object that was taken away
};

inline const std::vector<Column<Energies>> energy_columns{
    {"kinetic energy", "fJ", &Energies::kinetic},
    {"elastic energy", "fJ", &Energies::elastic},
    {"bending energy", "fJ", &Energies::bending},
    {"interaction energy", "fJ", &Energies::interaction},
    {"volume_change", "", &Energies::volume_change},
    {"least_area_ratio", "", &Energies::least_area_ratio},
    {"unresolved_force", "", &Energies::unresolved_force}};

/// Waits for the stream. @param fluid of the same state
Energies energies(Simulation&, const FluidDiagnostics& fluid);

} // namespace ibsim

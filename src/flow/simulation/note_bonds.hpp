// Events of bonds when a copy is released or an object leaves, for bond_events.csv.
//
// A released object has those bonds of its original that have a ligand at the shifted place: "taken over".
// It has bonds to objects whose partners have copies that are released with it. The others are
// "dropped". An object that leaves frees its bonds and those of others to it, and what its receptors remember
// goes with it. So these events are kept in the population until the table has them.
#pragma once

#include "simulation/simulation.hpp"

namespace ibsim {

/// Adds events of the change from the present population to the next one, before the state changes. The log
/// reports bonds that are dropped. @param kinds of the model @param slots_left of the departures that the
/// present one lacks
void note_bonds(Simulation&, const std::vector<SurfaceKind>&, Population& next,
                const std::vector<std::size_t>& slots_left);

} // namespace ibsim

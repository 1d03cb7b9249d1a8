// Columns of suspensions: the part of their room that objects take.
//
// The room is the fluid within the wall (walls/wall.hpp). Objects outside of it do not count.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;

bool has_closed_objects(const FlowModel&);

struct SuspensionDiagnostics {
  real volume_fraction = 0; ///< of all closed objects: the haematocrit where these are red cells
};

inline const std::vector<Column<SuspensionDiagnostics>> suspension_columns{
    {"volume fraction", "", &SuspensionDiagnostics::volume_fraction}};

/// Waits for the stream.
SuspensionDiagnostics suspension_diagnostics(Simulation&);

} // namespace ibsim

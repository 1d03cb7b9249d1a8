// Columns of suspensions: the part of their room that objects take.
//
// The room is the box; where there are tubes it is what is inside them, and what lies outside does not count.
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "simulation/simulation.hpp"

namespace ibsim {

struct FlowModel;
struct Placement;

bool has_closed_objects(const FlowModel&);

/// um^3
real room_for_objects(const FlowModel&);
/// Whether an object that was placed so lies in that room.
bool is_in_room(const FlowModel&, const Placement&);

struct SuspensionDiagnostics {
  real volume_fraction = 0; ///< of all closed objects: the haematocrit where these are red cells
};

inline const std::vector<Column<SuspensionDiagnostics>> suspension_columns{
    {"volume fraction", "", &SuspensionDiagnostics::volume_fraction}};

/// Waits for the stream.
template <class B>
SuspensionDiagnostics suspension_diagnostics(Simulation<B>&);

} // namespace ibsim

// Objects and flow that have passed each station (walls/stations.hpp) since the start of a run, at each
// time of run.csv: passed.csv, made at the end from run.csv, stations.csv and the passages of objects, so
// that nothing of it is state.
//
//   volume of blood        integral over time of the flow rate, by the trapezoidal rule: fluid and objects
//   volume of cells        sum over the passages of closed objects, each with its volume and its direction
//   discharge haematocrit  volume of cells over volume of blood
//   NAME passed            passages of objects of a kind, each with its direction
//
// All are positive in the direction of the axis, at an opening into the vessel. Differences between two rows
// are those of the time between them.
#pragma once

#include "flow_run/passages.hpp"

namespace ibsim {

/// Nothing without stations, or without run.csv. @throws InputError, ResourceError
void write_passed(const std::filesystem::path& folder, const FlowModel&, const std::vector<Passage>&);

} // namespace ibsim

// Pilots of openings: where they lie, what flows in them, and the traffic that follows from them.
#pragma once

#include "geometry/sampled_distance.hpp"
#include "model/traffic_plan.hpp"
#include "walls/opening_zones.hpp"
#include "walls/pumps.hpp"

namespace ibsim {

struct FlowModel;

/// Cells of solid around a pilot in the plenum.
constexpr real cells_of_pilot_wall = 4;

/// Fluid with the pilots of its openings, whose places are found. @param vessel without its plenum
/// @param h grid spacing, um @throws InputError "NAME.pilot: .." where a pilot has no room in the box
ImplicitShape with_pilots(ImplicitShape fluid, const ImplicitShape& vessel, Openings&, const PeriodicBox&,
                          real h);

/// Inlets that are not as their pilot where copies follow it.
std::vector<OpeningFault> pilot_faults(const SampledDistance&, const Grid&, const Openings&,
                                       const std::vector<OpeningZone>&);

/// The drive of each pilot, in the order of the openings that have one: all of its fluid, at the flow rate of
/// its opening.
std::vector<Pump> pumps_of_pilots(const FlowModel&, const Slab&);

/// An inlet for each pilot, from behind the pump of its opening on. None where the openings have faults.
std::vector<Inlet> inlets_of_pilots(const FlowModel&);
/// Outlets of openings without a pilot, where another one has a pilot: each its pump and the plenum before
/// its mouth,
/// 12 um or more, so that a whole cell fits. Sideways it reaches as far as the middle between this mouth and
/// others on its side, and to the walls of pilots. None where the openings have faults.
std::vector<Outlet> outlets_of_openings(const FlowModel&);

} // namespace ibsim

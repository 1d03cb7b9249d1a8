// The strength of contact that the flow of a scenario needs, so that it is not pressed through.
//
// A flow of viscosity mu and rate gamma (flow_rate) pushes an object of radius a with about 6 pi mu gamma
// a^2. The rims of two, of radius R, hold that off each other at a quarter of the range r_c where
// (contact_law.hpp)
//
//   pressure = 12 pi mu gamma a^2/(R r_c)
//
// and pass through each other at about half of it.
#pragma once

#include "base/precision.hpp"

namespace ibsim {

struct FlowModel;

/// Pressure of the object that needs most, at least 100 Pa, for what presses without a flow; pg/(um us^2).
real contact_pressure_for_flow(const FlowModel&);

/// Whether objects in the flow would be pressed through contact of the scenario's pressure, by what was found
/// of suspensions at 40 % (docs/notes/membranes.md): less than two thirds of that pressure.
bool contact_is_too_weak(const FlowModel&);

/// Whether there is anything that contact could press an object against: another one, a wall, a tube or a
/// sheet. An object does not feel its own images.
bool objects_can_meet(const FlowModel&);

/// Pressure times range, by up to which contact squeezes a membrane together in its own plane; 0 without
/// contact, and where nothing can meet; pg/us^2.
real contact_tension(const FlowModel&);

} // namespace ibsim

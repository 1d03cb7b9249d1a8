// Gravity on objects whose inside is denser than the fluid, or lighter (mechanics/weight.hpp). The inertia of
// the inside stays that of the fluid.
//
// A periodic box would fall for ever. So where nothing holds the fluid, a uniform force on all of it takes
// the weight away: the volume flow through the box then stays what it was. Walls in y, tubes, sheets and
// tethers hold the weight themselves.
#pragma once

#include "base/vec3.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// Weight of the inside per volume, less that of the fluid which it displaces, pg/(um^2 us^2). Zero for what
/// has no inside.
Real3 excess_weight(const FlowModel&, const ObjectKind&);

/// Volumes of the objects of a kind at the start, um^3.
std::vector<real> volumes_at_start(const ObjectKind&);

/// Sum over all objects, pg um/us^2.
Real3 weight_of_all(const FlowModel&);

/// Whether anything but the fluid takes the weight of objects.
bool weight_is_held(const FlowModel&);

/// Speed at which one object of a kind sinks by itself in open fluid, um/us: that of a rigid sphere of its
/// volume (Stokes).
real settling_speed(const FlowModel&, const ObjectKind&);

} // namespace ibsim

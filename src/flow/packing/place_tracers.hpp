// Tracers that are to be scattered in the fluid.
#pragma once

namespace ibsim {

struct FlowModel;

/// Gives those that wait for it their places, uniform in the room of their plan and outside of all closed
/// objects, which must have theirs. @throws InputError that begins with a key if objects leave no room
void place_tracers(FlowModel&);

} // namespace ibsim

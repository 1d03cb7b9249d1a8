// Whether the tension of membranes is to follow their strain (mechanics/tension_relaxation.hpp).
#pragma once

namespace ibsim {

struct Scenario;

/// Decides Tension::automatic: relaxed where a fixed step is beyond the explicit limits and within those of a
/// relaxed tension, unless the user insists on going beyond; else explicit.
void settle_tension(Scenario&);

} // namespace ibsim

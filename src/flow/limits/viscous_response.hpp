// Response of the fluid to a membrane that is viscous after Kelvin and Voigt, which its tracking needs to
// know (mechanics/tension_tracker.hpp): e = eta/(6 mu h) at most, of the thinnest fluid that there is, and
// twice that where surfaces may share it; over t = 1.5 h^2/nu inertia holds the fluid back, as in
// bdf2_steps.hpp.
#pragma once

#include "mechanics/tension_tracker.hpp"

namespace ibsim {

struct FlowModel;
struct ViscosityProperties;

/// Nothing but with bdf2.
ViscousResponse viscous_response(const ViscosityProperties&, const FlowModel&);

} // namespace ibsim

// Response of the fluid to ripples of tensions that follow their strain (mechanics/tension_relaxation.hpp):
// the thinnest fluid that there is, where surfaces may share it.
#pragma once

#include "mechanics/tension_relaxation.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

RippleResponse ripple_response(const ObjectKind&, const FlowModel&);

} // namespace ibsim

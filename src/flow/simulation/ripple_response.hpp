// Which tensions follow their strain, and how the fluid answers ripples of theirs
// (mechanics/tension_relaxation.hpp), of the thinnest fluid that there is, where surfaces may share it.
#pragma once

#include "mechanics/tension_relaxation.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// With bdf2 and Tension::relaxed, of closed membranes whose force and motion share a space, unless they have
/// a modulus of the area as a whole, are viscous after Kelvin and Voigt, or fluids differ by more than 8
/// times.
bool relaxes_tension(const ObjectKind&, const FlowModel&);

RippleResponse ripple_response(const ObjectKind&, const FlowModel&);

} // namespace ibsim

// Which tensions follow their strain over a few steps (mechanics/tension_relaxation.hpp).
#pragma once

#include <string>

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// With bdf2 and Tension::relaxed, of closed membranes that nothing below keeps from it.
bool relaxes_tension(const ObjectKind&, const FlowModel&);

/// What keeps the tension of a kind explicit though the model asks for relaxed ones, as a sentence without
/// its end; empty if nothing does, or it has no tension.
std::string why_tension_is_explicit(const ObjectKind&, const FlowModel&);

} // namespace ibsim

// How stiff a kind of objects is at rest, which limits its time step (stability.hpp).
#pragma once

#include "mechanics/force_term.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// All its terms together. The area as a whole is that at the start: of an object that is stretched there,
/// tense.
Stiffness stiffness_at_rest(const ObjectKind&);

/// Of contact with this kind, at the distance where it is stiffest, pg/(um^2 us^2); 0 where it meets nothing.
real contact_stiffness(const ObjectKind&, const FlowModel&);

} // namespace ibsim

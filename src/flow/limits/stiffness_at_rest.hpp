// Stiffness of a kind of objects at rest, which limits its time step (stability.hpp).
#pragma once

#include "mechanics/stiffness.hpp"

namespace ibsim {

struct FlowModel;
struct ObjectKind;

/// All its terms together. The area as a whole is that at the start: of an object that is stretched there,
/// tense.
Stiffness stiffness_at_rest(const ObjectKind&);

} // namespace ibsim

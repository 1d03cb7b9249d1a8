// Steps that bonds shorten: not at the start, where there are none, but once they hold an object.
#pragma once

#include "base/precision.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
struct ObjectKind;
struct TimeSettings;

struct LimitWithBonds {
  real bonds; ///< of an object
  real limit; ///< of its steps, us
};

/// The limit of stability where half of an object's surface lies at its ligands and as many of the receptors
/// there are bound as at rest, n k_on/(n k_on + k_off). Nothing without receptors. Spheres hold fewer bonds,
/// on a smaller disc; a disc's limit goes with their number over its radius (mechanics/receptors.hpp).
std::optional<LimitWithBonds> limit_with_bonds(const ObjectKind&, const FlowModel&);

/// The automatic step where all objects hold as many bonds, us, at most the step of the start; nothing where
/// no kind has receptors, or steps are given.
std::optional<real> step_with_bonds(const FlowModel&, const TimeSettings&);

} // namespace ibsim

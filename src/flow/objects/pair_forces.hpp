// The forces between objects of a model, as a list of specifications. Another force is a function that gives
// its PairForceSpec, and a line in pair_forces_of.
#pragma once

#include "model/pair_force_spec.hpp"

#include <vector>

namespace ibsim {

struct FlowModel;

/// All forces between objects of the model, contact first if there is any.
std::vector<PairForceSpec> pair_forces_of(const FlowModel&);

/// Whether objects of the kind feel any others by this force.
bool acts_on(const PairForceSpec&, const ObjectKind&, const FlowModel&);

/// The largest range of all forces, um; 0 without any.
real largest_range(const std::vector<PairForceSpec>&);

/// Stiffness at rest, summed over the forces that act on a kind.
Stiffness pair_stiffness_at_rest(const ObjectKind&, const FlowModel&);

} // namespace ibsim

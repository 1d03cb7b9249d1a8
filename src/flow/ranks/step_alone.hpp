// The Stepper of one rank, which has the whole state.
#pragma once

#include "ranks/stepper_on.hpp"

#include <memory>

namespace ibsim {

struct Scenario;

/// The state at time zero, with these structures, one a kind, and forces between them.
/// @param stream, scenario must outlive it
template <class B>
std::unique_ptr<StepperOn<B>>
make_step_alone(const Stream<B>&, const Scenario&, const std::vector<SurfaceKind>& kinds,
                std::vector<Structure<B>> structures, typename ImmersedBoundaryStep<B>::PairForces);

} // namespace ibsim

// A step taken by several ranks together, each with a slab of the fluid (grid/slab.hpp), to the bits of one.
//
// The ranks have the state: each its planes of the fluid, and the objects near them (listed_objects.hpp),
// also in copies to which a run may go back. Output takes what it needs of it, array by array.
// The work of a rank is in rank_step.hpp; here is the caller of all ranks.
#pragma once

#include "ranks/stepper_on.hpp"

#include <memory>

namespace ibsim {

struct DevicePlan;
struct TimeSettings;

/// Ranks of a device plan, which have the state at time zero.
/// @param stream of rank 0 @param model, time, device, kinds must outlive it
/// @throws InputError for what several ranks cannot do (require_distributable)
template <class B>
std::unique_ptr<StepperOn<B>> make_step_of_ranks(const Stream<B>&, const FlowModel&, const TimeSettings&,
                                                 const DevicePlan&, const std::vector<SurfaceKind>& kinds);

/// Follows orders, on each process but the first, until the Stepper of the first goes.
/// @param device of a process that a launcher has started @param model, time, kinds the same as there
template <class B>
void serve_steps(const DevicePlan& device, const Stream<B>&, const FlowModel&, const TimeSettings&,
                 const std::vector<SurfaceKind>& kinds);

} // namespace ibsim

// Which automatic steps of bdf2 are short enough for what is to be seen, beside those that are stable
// (bdf2_steps.hpp). Runs are in docs/resolution.md; time.safety scales these limits as the others, so that
// half of it still is half of the step.
//
//   turn     gamma k < 0.025. A flow with the shear rate gamma turns a body by theta = gamma k/2 in a step,
//            of which the backward difference takes theta (1 - theta^2/3) (roots of 3/2 - 2/z + 1/(2 z^2) =
//            i theta). Not of tubes, sheets and tracers alone, which do not turn. In steps of 0.8 of the
//            limit that is 3e-5 of a turn.
// Where the tension of an object alone follows its strain (mechanics/tension_relaxation.hpp), it is late by
// about k/a:
//   late     gamma k/a < 0.01, a with the stiffness of the stiffest site. The error goes with its square.
//   start    r < 2^(n/64) in the step n. Where a flow sets in, tensions change over a few steps, and S is
//            unknown: first steps are so short that the tension is that of the law.
// Where the viscosity of an object alone is tracked (Kelvin and Voigt's, mechanics/tension_tracker.hpp), it
// is off by (k^2/b) T_tt:
//   behind   (gamma k)^2/b < 0.02. A red cell's angles are off by 0.015 rad of (gamma k)^2/b
//            (docs/notes/steps.md).
// Among other objects none of these is asked for: there paths part anyway.
#pragma once

#include "base/precision.hpp"

#include <cstdint>

namespace ibsim {

struct FlowModel;
struct ObjectKind;
struct Stiffness;

/// us; infinite where nothing is asked for. That of `turn`, and those of a kind of objects with this
/// stiffness after so many steps.
real accurate_step_limit(const FlowModel&);
real accurate_step_limit(const Stiffness&, const ObjectKind&, const FlowModel&, std::uint64_t steps);

} // namespace ibsim

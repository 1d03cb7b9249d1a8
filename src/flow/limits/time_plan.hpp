// Division of the time of a run: into equal intervals at whose ends output is due, and the intervals into
// steps.
//
// With a fixed step an interval is a step. With `time.step: auto` it is the shortest interval of output, and
// has n = ceil(length/limit) steps, where limit is the largest safe step:
//   limit = min(largest_step, safety * min over objects C sqrt(rho h^3/M), safety * h/(2 max |u|))
//   (stability.hpp; of bdf2 those of bdf2_steps.hpp and accuracy.hpp)
// M is the largest stiffness of any sample site at present, so a membrane that is stretched gets smaller
// steps. The limit is looked up at fixed numbers of steps (is_decision_step), from the state alone: never by
// the clock, so runs repeat and resume to the bit.
#pragma once

#include "model/output_plan.hpp"
#include "model/time_settings.hpp"

#include <cstdint>

namespace ibsim {

struct FlowModel;

/// us. A whole number of them gives the end of the run exactly (with a fixed step: to the nearest whole
/// number of steps).
real interval_length(const TimeSettings&, const OutputPlan&);
std::uint64_t intervals_to_end(const TimeSettings&, const OutputPlan&);
/// The number of intervals between outputs that are due every `every` us: at least one; 0 for never.
std::uint64_t intervals_between(const TimeSettings&, const OutputPlan&, real every);

/// us between such outputs: `every` itself, or the nearest whole number of intervals where it is none.
real interval_as_it_happens(const TimeSettings&, const OutputPlan&, real every);

/// Every 64 steps, and at the start 0, 1, 2, 4, .. 32, when flows set in.
bool is_decision_step(std::uint64_t step);

/// `length` us in equal steps of at most `limit` us.
struct EqualSteps {
  std::uint64_t number;
  real step; ///< us
};
EqualSteps equal_steps(real length, real limit);

/// The step that `time.step: auto` begins with, as far as the scenario alone tells: membranes and flow as at
/// rest and at the start. @param as_placed with the moduli for the places of objects (apart.hpp), else those
/// near others
real first_step_limit(const FlowModel&, const TimeSettings&, bool as_placed = true);

} // namespace ibsim

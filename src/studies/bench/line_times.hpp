// Microseconds a step of the equations of `kind: line` by scheme and number of points: for `ibsim bench line`
// and `ibsim reproduce swept/..`. The cases are those of the authors of the swept rule (their K40c): heat
// with Fo = 0.4 between insulated ends, Kuramoto-Sivashinsky periodic with dx = 1/2, Sod's shock tube.
#pragma once

#include "parallel/stream.hpp"
#include "swept/line_scenario.hpp"

namespace ibsim {

/// @param log2_points N = 2^log2_points
line::LineScenario swept_case(line::EquationKind, int log2_points);

/// Seconds a step: the least of three runs of as many steps as take about `budget` seconds, whole passes,
/// after one that warms up. NaN if the scheme does not fit.
template <class B>
double line_step_time(const Stream<B>&, line::LineScenario, line::Scheme, Index node, double budget);

} // namespace ibsim

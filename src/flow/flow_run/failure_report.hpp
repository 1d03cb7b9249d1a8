// Files of a run that diverged, and its message to the user.
//
//   failure_cells.vtkhdf.series, failure_fluid.vtkhdf.series
//                   two frames each, in frames/: the state before the step that failed, and the failed one,
//                   as it is
//   checkpoint.h5   a good state, at least 32 steps before, from which `ibsim resume` goes on
//
// The run's own series end before the failure; they never hold a state that diverged.
#pragma once

#include "flow_run/run_outputs.hpp"

namespace ibsim {

/// Finds the exact step of the failure, writes the files, and returns the message: what, where, and how to go
/// on with which step. Where a file cannot be written the message says so.
std::string report_failure(Simulation&, const Failure&, const std::vector<SurfaceKind>&, RunOutputs&);

/// The step to go on with: the present one divided by a whole number, two or more, that brings it within
/// `limit` (us) and that gives few decimals.
real smaller_step(real present, real limit);

} // namespace ibsim

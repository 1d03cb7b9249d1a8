// Cost of the points of a sweep, as `ibsim check` predicts each.
#pragma once

#include "sweep/run_points.hpp"

namespace ibsim {

/// A number is NaN where the check does not say it.
struct PointEstimate {
  int exit_code = 0;
  std::string error; ///< why the point is refused
  double steps = 0, seconds = 0, host_bytes = 0, gpu_bytes = 0, disk_bytes = 0;
  std::vector<std::string> warnings;
};

/// Estimate of one point; leaves the operators of its membranes in the cache for all.
/// @throws Interrupted, ResourceError if no process can be started
PointEstimate check_point(const SweepPlan&, const SweepSettings&, std::size_t point);

/// Checks all points one after the other, for the times of dry runs side by side would be longer, and prints
/// a line for each and the sum. @return the exit code: that of the first point that is refused
int print_estimates(const SweepPlan&, const SweepSettings&);

} // namespace ibsim

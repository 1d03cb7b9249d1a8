// Roughly what a run takes, from its sizes alone, within a factor of two or three: enough to see how much of
// it a dry run can take.
#pragma once

namespace ibsim {

struct FlowModel;

struct RoughEstimate {
  double fluid_seconds = 0;    ///< a step
  double membrane_seconds = 0; ///< a step
  double memory = 0;           ///< bytes, on the device that computes
};
RoughEstimate rough_estimate(const FlowModel&, bool on_cuda, int cpu_threads);

} // namespace ibsim

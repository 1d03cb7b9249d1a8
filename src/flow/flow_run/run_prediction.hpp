// Prediction of a whole run from the measurements of a dry run.
#pragma once

#include "flow_run/dry_run.hpp"
#include "parallel/device_plan.hpp"

#include <optional>

namespace ibsim {

struct FlowModel;
struct OutputPlan;
struct TimeSettings;

/// Seconds of a whole run: steps, outputs, set-up. On the CPU, where all cores are at work, the thread that
/// writes takes half of its time from them; otherwise it only counts where it is the slower of the two.
double predicted_seconds(const TimeSettings&, const OutputPlan&, const DryRun&, bool on_cpu);
/// Seconds of a run whose objects hold as many bonds as they can from the start
/// (limits/limit_with_bonds.hpp); nothing without receptors. A run that has bonds for a part of the time lies
/// in between.
std::optional<double> predicted_seconds_with_bonds(const FlowModel&, const TimeSettings&, const OutputPlan&,
                                                   const DryRun&, bool on_cpu);
/// What output makes the run longer by, as a part of the time of its steps.
double predicted_slowing(const TimeSettings&, const OutputPlan&, const DryRun&, bool on_cpu);
/// How many sample sites all objects have.
double sample_sites_of(const FlowModel&);
/// A frame of the fluid, velocity and pressure, and one of surfaces, bytes; zero of one that is not written.
struct FrameBytes {
  double fluid, surfaces;
};
FrameBytes bytes_of_frames(const FlowModel&, const OutputPlan&);
/// What spreading on GPUs takes in patches of tiles, of all ranks (coupling/tile_plan.hpp).
double bytes_of_patches(const FlowModel&, int ranks);
/// Largest host memory in bytes: the dry run's, and the memory of all outputs. Two frames of a kind are in
/// flight (flow_run/frame_copies), next to the triangles of all surfaces and the file in memory. A checkpoint
/// waits for frames of its time, for several if writing is slower.
double predicted_host_bytes(const FlowModel&, const TimeSettings&, const OutputPlan&, const DryRun&);
/// Memory in bytes of each GPU of another machine, and of its host. A GPU holds its part of the ranks'
/// arrays, the additional arrays of GPUs, and its context. The copies for a restart count too, if their place
/// was given.
/// @param on_cuda where the ranks were
struct BytesElsewhere {
  double gpu, host;
};
BytesElsewhere bytes_elsewhere(const FlowModel&, const TimeSettings&, const OutputPlan&, CopiesIn asked,
                               const DryRun&, bool on_cuda);
double copy_bytes_of_each_gpu_elsewhere(const DryRun&);
/// Bytes of all outputs.
double predicted_disk_bytes(const TimeSettings&, const OutputPlan&, const DryRun&);
/// How often an output ("series", "cells", "fluid", "checkpoint") happens in a run.
double times_in_run(const TimeSettings&, const OutputPlan&, const std::string& output);

} // namespace ibsim

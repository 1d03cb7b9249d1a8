// What a whole run will take, from what a dry run of it found.
#pragma once

#include "flow_run/dry_run.hpp"
#include "parallel/device_plan.hpp"

namespace ibsim {

struct FlowModel;
struct OutputPlan;
struct TimeSettings;

/// Seconds of a whole run: steps, outputs, set-up. On the CPU, where all cores are at work, the thread that
/// writes takes half of its time from them; otherwise it only counts where it is the slower of the two.
double predicted_seconds(const TimeSettings&, const OutputPlan&, const DryRun&, bool on_cpu);
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
/// Bytes of host memory at most: those of the dry run, and what all outputs hold. Two frames of a kind are on
/// their way (flow_run/frame_copies), beside the triangles of all surfaces and the file that is made in
/// memory; a checkpoint waits for frames of its time, several where writing is the slower part
/// and the run has so many.
double predicted_host_bytes(const FlowModel&, const TimeSettings&, const OutputPlan&, const DryRun&);
/// Bytes of memory of each GPU of another machine, its part of the ranks' arrays with what GPUs have more
/// than cores and its context, and of its host; in these its part of the copies to go back to, if it was
/// asked where they lie. @param on_cuda where the ranks were
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

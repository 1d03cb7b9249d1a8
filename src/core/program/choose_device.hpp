// The choice of a device, before any long work.
#pragma once

#include "parallel/device_plan.hpp"

#include <string>

namespace ibsim {

struct DeviceChoice {
  bool cuda = false;
  int gpus = 1, ranks = 1; ///< that take the steps of a flow together
  std::string line;        ///< for the user: where, and why not on a GPU
  /// GPUs that are asked for and that this machine lacks: ranks stand for them (choose_device_to_plan)
  int gpus_elsewhere = 0;
};

/// Sets the number of CPU threads too. @throws ResourceError if the GPU is asked for by name, or several are,
/// and cannot be used
DeviceChoice choose_device(const DevicePlan&);

/// Chooses devices to plan a run on another machine. If more GPUs are requested than exist, or one by name
/// and none exists, this number of ranks takes a dry run's steps, on the first GPU or on the cores.
DeviceChoice choose_device_to_plan(const DevicePlan&);

} // namespace ibsim

// Where to compute, decided before any long work.
#pragma once

#include "parallel/device_plan.hpp"

#include <string>

namespace ibsim {

struct DeviceChoice {
  bool cuda = false;
  int gpus = 1, ranks = 1; ///< that take the steps of a flow together
  std::string line;        ///< for the user: where, and why not on a GPU
};

/// Sets the number of CPU threads too. @throws ResourceError if the GPU is asked for by name, or several are,
/// and cannot be used
DeviceChoice choose_device(const DevicePlan&);

} // namespace ibsim

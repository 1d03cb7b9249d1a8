// What a scenario of any kind says of the hardware that it runs on.
#pragma once

namespace ibsim {

/// Where to compute, as a user says it: `--device`, or a scenario's `device: {backend: ..}`.
enum class DeviceKind { automatic, cpu, cuda };

struct DevicePlan {
  DeviceKind backend = DeviceKind::automatic;
  int threads = 0; ///< of the CPU backend; 0: all cores
  int ranks = 1;   ///< that take the steps of a flow together; of the command line alone
};

} // namespace ibsim

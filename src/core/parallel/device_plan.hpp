// Hardware that a scenario of any kind asks for.
#pragma once

namespace ibsim {

class LaunchedRanks;

/// Where to compute, as a user says it: `--device`, or a scenario's `device: {backend: ..}`.
enum class DeviceKind { automatic, cpu, cuda };

/// Where the copies of a flow's state lie, to which its run goes back after a failure.
enum class CopiesIn { automatic, device, host };

struct DevicePlan {
  DeviceKind backend = DeviceKind::automatic;
  int threads = 0; ///< of the CPU backend; 0: all cores
  int gpus = 1;    ///< that take the steps of a flow together; 0: all there are
  CopiesIn copies = CopiesIn::automatic;

  // Of the command line alone, so that no file of a run depends on them:
  int gpus_asked = -1; ///< in place of `gpus`, if not below 0
  int ranks = 0;       ///< that take the steps of a flow together; 0: one, or as many as GPUs
  /// the processes that take them, a rank each; null: ranks are threads of this one
  const LaunchedRanks* launched = nullptr;

  /// 0: all there are.
  int gpus_wanted() const { return gpus_asked >= 0 ? gpus_asked : gpus; }
  /// GPU of a rank, in order. Call it when gpus_wanted() is a number (choose_device).
  int gpu_of(int rank) const { return rank % (gpus_wanted() > 0 ? gpus_wanted() : 1); }
};

} // namespace ibsim

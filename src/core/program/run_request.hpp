// Request of the command line to a run of any kind, as plain data.
#pragma once

#include "parallel/device_plan.hpp"
#include "program/live_pictures.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ibsim {

struct RunRequest {
  /// the scenario, the folder of `resume` (or the first of `diff`), the file of `info`
  std::filesystem::path file;
  std::filesystem::path other;        ///< the second folder of `diff`
  std::filesystem::path checkpoint;   ///< of `resume`: from here, not from the newest
  std::string until;                  ///< of `resume`: a time with its unit; empty: to the end
  double tolerance = 0;               ///< of `diff`, relative; 0: the same bits
  std::vector<std::string> overrides; ///< of --set, "path.to.key=value"
  std::filesystem::path output;       ///< of --output; empty: as the scenario says
  DeviceKind device = DeviceKind::automatic;
  bool device_given = false;
  int threads = 0;                         ///< of --threads; 0: as the scenario says
  int gpus = -1;                           ///< of --gpus; 0: all; -1: as the scenario says
  int ranks = 0;                           ///< of --ranks; 0: one, or as many as GPUs
  const LaunchedRanks* launched = nullptr; ///< those that a launcher has started; null: this one alone
  bool overwrite = false, quiet = false;
  bool verbose = false; ///< of `check`: all details
  /// of `check`, `info`, `diff`, `bench`, `validate`: the report for programs (files/json_report); "-":
  /// standard output; empty: none
  std::filesystem::path json;
  std::string typed; ///< the command line as it was typed, for the log

  MakeLivePictures live_pictures = nullptr; ///< none: a run that wants pictures goes on without
  /// Opens a window on the run's folder, for --view; called before anything is written. None: no window is
  /// wanted. @throws ResourceError
  void (*open_window)(const std::filesystem::path& folder) = nullptr;
};

} // namespace ibsim

// From a checked scenario to a finished run: set-up, the output files, the loop, the summary.
#pragma once

#include "files/checkpoint.hpp"
#include "files/folder_lock.hpp"
#include "flow_run/start_from.hpp"
#include "program/live_pictures.hpp"
#include "simulation/run.hpp"

namespace ibsim {

struct RunOptions {
  bool overwrite = false; ///< an existing output folder is replaced
  /// go on from here, in the folder as it is, instead of starting at time zero
  std::optional<Checkpoint> checkpoint;
  std::optional<StartState> start; ///< begin with this state in place of that of the scenario
  /// with a checkpoint: in a new folder, from the first row and frame that are due after it
  bool new_files = false;
  /// with a checkpoint and old files: on the folder, held until the end of the run
  std::optional<FolderLock> lock;
  std::filesystem::path cache_folder;       ///< for RBF operators and inverses of walls; empty: none
  std::vector<std::string> warnings;        ///< of the scenario: go into the run's log too
  std::string command_line;                 ///< as typed, for the log
  MakeLivePictures live_pictures = nullptr; ///< for output.pictures
  RunControl control;
};

/// Runs the scenario to its end, writing scenario.output.folder; at the end, on a stop request and every
/// output.checkpoint_every also a checkpoint. @throws Error of every kind; the files are then closed and
/// open.
void run_scenario(const AnyStream&, const Scenario&, RunOptions&);

} // namespace ibsim

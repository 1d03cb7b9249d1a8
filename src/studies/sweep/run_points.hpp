// The runs of a sweep: a process of this program for each point, several at a time, each in a folder of its
// own; and the table of all.
//
//   FOLDER/sweep.yaml      the scenario of all points, with its fixed assignments; another one is refused
//   FOLDER/NAME/           the run of a point
//   FOLDER/NAME.log        what it said
//   FOLDER/NAME.status     how it ended: exit code, message. Without it the point has not ended
//   FOLDER/sweep.csv       a row for each point: its keys, status, and the last row of each table of its run
#pragma once

#include "sweep/sweep_plan.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace ibsim {

struct SweepSettings {
  std::filesystem::path scenario, folder;
  std::vector<std::string> options; ///< of each run: --device, --threads
  int jobs = 1;                     ///< processes at a time
  bool retry = false;               ///< also points that failed
  /// of --point: this one alone, and no table, since many processes would write it at the same time
  std::optional<std::size_t> only;
  std::function<void(const std::string&)> say;
};

enum class PointStatus { waiting, done, diverged, failed, stopped }; ///< stopped: not ended, maybe going on
const char* to_string(PointStatus);

struct PointResult {
  PointStatus status = PointStatus::waiting;
  int exit_code = 0;
  std::string message; ///< of an error
};

/// Makes the folder and writes its sweep.yaml. @throws InputError if it holds something else, or the sweep of
/// another scenario of which any point has run
void claim_sweep_folder(const SweepPlan&, const std::filesystem::path& scenario,
                        const std::filesystem::path& folder);

/// How each point has ended so far, by the files of the folder.
std::vector<PointResult> results_in(const SweepPlan&, const std::filesystem::path& folder);

/// Runs what is not done: new points from the start, others from their checkpoints; those that diverged or
/// failed only with `retry`. Of a new sweep the first point goes ahead until it is set up; where it fails
/// before that, no other is started. An interruption is handed on to all, which then write their checkpoints.
/// @throws Interrupted, ResourceError if no process can be started
std::vector<PointResult> run_points(const SweepPlan&, const SweepSettings&);

} // namespace ibsim

// Runs of a case, of which each is made once, however many processes validate the case into one folder.
//
//   DIR/CASE_runs/HASH.series   a finished run (kept_series.hpp)
//   DIR/CASE_runs/HASH.lock     held by the process that makes it
//   DIR/CASE_runs/in_use.lock   shared by all processes that are in the case
//   DIR/ibsim.lock              held by one that enters a case, or writes its results and leaves it
//
// A process that is gone, however it went, holds no lock: another one then makes the run that it was in. On a
// file system without locks each process makes all runs that it does not find finished.
#pragma once

#include "files/file_lock.hpp"
#include "model/scenario.hpp"
#include "validation/follow_suspension.hpp"

#include <optional>
#include <vector>

namespace ibsim {

struct SuspensionRun {
  std::string of; ///< what is reported of it
  Scenario scenario;
};

/// What these runs leave, in their order. Makes those that are missing in settings.kept_folder and that no
/// other process makes, keeps them there, and waits for the others. Of an empty folder: makes all.
/// @throws NumericalError, Interrupted
std::vector<SuspensionSeries> follow_suspensions(const std::vector<SuspensionRun>&,
                                                 const ValidationSettings&);

/// A case, while this process is in it.
class SharedCase {
 public:
  /// Enters. @param results the folder DIR, which is there @throws ResourceError if it cannot be written
  SharedCase(std::filesystem::path results, const std::string& name);
  /// Finished runs of an incomplete case stay for the next command.
  ~SharedCase();
  SharedCase(const SharedCase&) = delete;
  SharedCase& operator=(const SharedCase&) = delete;

  /// For ValidationSettings::kept_folder.
  const std::filesystem::path& runs() const { return runs_; }
  bool has_finished_runs() const;
  /// Calls `write` while no other process writes results, and leaves; the last one removes the runs.
  /// @throws ResourceError
  void complete(const std::function<void()>& write);

 private:
  void leave(bool keep_runs);
  std::filesystem::path results_, runs_;
  std::optional<FileLock> in_use_; ///< none: it has left
};

} // namespace ibsim

// A folder for what a dry run writes: it goes with all that is in it, however the program ends.
//
//   at the end and on errors   by the destructor
//   SIGINT, SIGTERM, SIGHUP    by remove_temporary_folders(), see program/interruption
//   kill -9, power             by the next program that makes one: it removes those whose lock nobody holds
#pragma once

#include "files/folder_lock.hpp"

#include <filesystem>
#include <optional>

namespace ibsim {

class TemporaryFolder {
 public:
  /// $TMPDIR/ibsim-check-XXXXXX, or in /tmp. @throws ResourceError
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// The bytes of all files in it.
  double bytes() const;

 private:
  std::filesystem::path path_;
  std::optional<FolderLock> lock_; ///< says that someone is at work in it
};

/// Temporary folders of this process. For a thread that handles signals.
void remove_temporary_folders();

} // namespace ibsim

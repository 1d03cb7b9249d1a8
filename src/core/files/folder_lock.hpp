// One run at a time in a folder: an exclusive flock on FOLDER/ibsim.lock, which says who holds it.
//
// The kernel releases the lock when the process is gone, however it went; the file, which may then be left,
// means nothing by itself.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

namespace ibsim {

class FolderLock {
 public:
  /// @throws ResourceError that says who holds it, or that the folder cannot be written
  explicit FolderLock(const std::filesystem::path& folder) : FolderLock(folder, false) {}
  /// Waits, asleep, until nobody else holds it. @throws ResourceError if the folder cannot be written
  static FolderLock wait_for(const std::filesystem::path& folder) { return FolderLock(folder, true); }
  /// Nothing if another process holds it, or if it cannot be had at all.
  static std::optional<FolderLock> try_lock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(FolderLock&& o) noexcept
      : path_(std::move(o.path_)), descriptor_(std::exchange(o.descriptor_, -1)),
        held_(std::exchange(o.held_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;

  /// Removes the files of all locks that this process holds, for one that ends at once. May be called in the
  /// handler of a signal.
  static void remove_files() noexcept;

 private:
  FolderLock(const std::filesystem::path& folder, bool waits);
  std::filesystem::path path_;
  int descriptor_ = -1; ///< -1: this file system knows no locks
  int held_ = -1;       ///< its number among those of this process; -1: none was left
};

} // namespace ibsim

// A lock on a file (flock), of one holder alone or shared by many.
//
// The kernel releases it when the process is gone, however it went. The file stays and means nothing by
// itself; for one that goes with its lock, and says who holds it, see files/folder_lock.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

namespace ibsim {

class FileLock {
 public:
  enum class Kind { shared, exclusive };

  /// Makes the file if it is not there. Nothing if another holder is in the way. Where the file cannot be
  /// written, or there are no locks, one that holds nothing: then all go on without.
  static std::optional<FileLock> try_lock(const std::filesystem::path& file, Kind);
  ~FileLock();
  FileLock(FileLock&& o) noexcept : descriptor_(std::exchange(o.descriptor_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_; ///< -1: holds nothing
};

} // namespace ibsim

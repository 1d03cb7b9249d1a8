// What a file was at its last checkpoint, for a crash of the whole machine.
//
// The journal (io/journal) makes changes whole when processes are killed. But a machine that loses its power
// has put some of many writes on the disk, in any order, and a file that was changed within may then be no
// file at all. So from a checkpoint on, when all of the file has reached the disk, bytes that are about to be
// changed are first kept in FILE.before, on the disk, by pages of 4 KiB. The same few pages change with every
// frame, so this seldom waits. A resume on a machine that has been started anew since puts them back: the
// file is again that of the checkpoint.
//
// Layout: magic, size of the file, hash of the two and the boot | boot (64 bytes) | records: offset, length,
// hash, bytes. A record that is cut off was never followed by its change.
#pragma once

#include "io/journal.hpp"

#include <string>

namespace ibsim {

/// A name for the time since the machine was started; empty if it has none.
std::string this_boot();

class UndoLog {
 public:
  UndoLog() = default;
  ~UndoLog();
  UndoLog(const UndoLog&) = delete;
  UndoLog& operator=(const UndoLog&) = delete;

  /// Wait until the file, open as `descriptor`, is on the disk, and begin anew from there. @return 0 or an
  /// errno
  int begin(const std::filesystem::path& file, int descriptor, const std::string& boot = this_boot());
  bool active() const { return log_ >= 0; }
  /// Before the changes are made and the file gets a new size: returns when what it was there is on the disk.
  /// @return 0 or an errno
  int keep(int descriptor, const Changes&, std::uint64_t new_size);
  /// Wait until the file is on the disk; after that nothing is to be put back. @return 0 or an errno
  int end(int descriptor);

 private:
  void add_page(std::uint64_t page, int descriptor, std::vector<char>& records, int& error);

  std::filesystem::path path_;
  int log_ = -1;
  std::uint64_t size_ = 0, end_ = 0; ///< of the file at the beginning; of the log
  std::vector<bool> kept_;           ///< by page
};

std::filesystem::path undo_log_of(const std::filesystem::path& file);

/// After a crash of the machine: the file as it was when its log was begun. Nobody else may be writing it.
/// @return true if it was put back; false if there is no log or no file, or `boot` is that of the log.
/// @throws ResourceError
bool put_back(const std::filesystem::path& file, const std::string& boot = this_boot());

} // namespace ibsim

// Changes to a file that happen all or not at all.
//
// 1. What is to be changed is written to FILE.journal, with a hash.
// 2. The changes are made in the file and the journal is crossed out, by io/unkillable: `kill -9` comes
// before or after all of it.
// 3. Where that was stopped too (all processes of a batch job are killed at once), a whole journal is left,
// and finish_journal does the rest.
//
// Against a crash of the machine itself there is io/undo_log: nothing here waits for the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

namespace ibsim {

/// Bytes of a file that have changed: runs that do not overlap, by the offset of their first byte.
class Changes {
 public:
  void put(std::uint64_t at, const char* bytes, std::size_t n);
  /// Replace those of the `n` bytes from `at` on that have changed.
  void apply_to(std::uint64_t at, char* bytes, std::size_t n) const;
  bool empty() const { return runs_.empty(); }
  void clear() { runs_.clear(); }
  const std::map<std::uint64_t, std::vector<char>>& runs() const { return runs_; }

 private:
  std::map<std::uint64_t, std::vector<char>> runs_;
};

std::filesystem::path journal_of(const std::filesystem::path& file);

/// Step 1. @param size of the file afterwards. @return 0 or an errno
int write_journal(const std::filesystem::path& file, const Changes&, std::uint64_t size);

/// Steps 1 and 2, on the open file. @return 0 or an errno; after an error the file is as it was, or the
/// journal is whole
int commit(const std::filesystem::path& file, int descriptor, const Changes&, std::uint64_t size);

/// Step 3. Nobody else may be writing the file. @return true if there was something to finish. @throws
/// ResourceError
bool finish_journal(const std::filesystem::path& file);

} // namespace ibsim

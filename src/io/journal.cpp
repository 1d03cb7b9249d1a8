// The journal, in words of 64 bits as the machine holds them: magic (0: crossed out), hash of what follows
// length, length | size of the file, number of runs | for each run: offset, length, bytes. It is not emptied
// but crossed out: where a file that was emptied is written again, some file systems start to write it to the
// disk at once, which takes milliseconds.
#include "io/journal.hpp"

#include "base/error.hpp"
#include "io/file_bytes.hpp"
#include "io/unkillable.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace ibsim {
namespace {

constexpr std::uint64_t magic = 0x314c4e4a4d534249; // "IBSMJNL1"
constexpr std::size_t head = 24;                    // bytes before the size of the file

std::vector<char> encoded(const Changes& changes, std::uint64_t size) {
  std::vector<char> out;
  append_number(out, magic), append_number(out, 0), append_number(out, 0);
  append_number(out, size), append_number(out, changes.runs().size());
  for (const auto& [at, bytes] : changes.runs()) {
    append_number(out, at), append_number(out, bytes.size());
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  const std::uint64_t length = out.size() - head;
  put_number(out.data() + 8, hash_bytes(out.data() + head, length));
  put_number(out.data() + 16, length);
  return out;
}

/// True if these are the bytes of a journal, from first to last.
bool is_whole(const char* bytes, std::size_t n) {
  if (n < head + 16 || number_at(bytes) != magic) return false;
  const std::uint64_t length = number_at(bytes + 16);
  return length >= 16 && length <= n - head && number_at(bytes + 8) == hash_bytes(bytes + head, length);
}

/// Makes the changes of a whole journal; system calls alone.
int make_changes(const char* journal, int descriptor) {
  const std::uint64_t size = number_at(journal + head), runs = number_at(journal + head + 8);
  const char* run = journal + head + 16;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::uint64_t at = number_at(run), n = number_at(run + 8);
    if (const int error = write_bytes(descriptor, run + 16, n, at)) return error;
    run += 16 + n;
  }
  return ::ftruncate(descriptor, static_cast<off_t>(size)) == 0 ? 0 : errno;
}

/// System calls alone.
int write_start_of(const char* path, const char* bytes, std::size_t n) {
  const int file = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  const int error = write_bytes(file, bytes, n, 0);
  return ::close(file) != 0 && error == 0 ? errno : error;
}

int cross_out(const char* path) {
  constexpr char zero[sizeof magic] = {};
  return write_start_of(path, zero, sizeof zero);
}

} // namespace

void Changes::put(std::uint64_t at, const char* bytes, std::size_t n) {
  std::uint64_t begin = at, end = at + n;
  auto first = runs_.upper_bound(at);
  if (first != runs_.begin() && std::prev(first)->first + std::prev(first)->second.size() > at) --first;
  auto last = first;
  for (; last != runs_.end() && last->first < end; ++last) {
    begin = std::min(begin, last->first);
    end = std::max(end, last->first + last->second.size());
  }
  std::vector<char> merged(end - begin);
  for (auto run = first; run != last; ++run)
    std::copy(run->second.begin(), run->second.end(),
              merged.begin() + static_cast<std::ptrdiff_t>(run->first - begin));
  std::copy(bytes, bytes + n, merged.begin() + static_cast<std::ptrdiff_t>(at - begin));
  runs_.erase(first, last);
  runs_[begin] = std::move(merged);
}

void Changes::apply_to(std::uint64_t at, char* bytes, std::size_t n) const {
  auto run = runs_.upper_bound(at);
  if (run != runs_.begin()) --run;
  for (; run != runs_.end() && run->first < at + n; ++run) {
    const std::uint64_t from = std::max(at, run->first),
                        to = std::min(at + n, run->first + run->second.size());
    if (from < to) std::memcpy(bytes + (from - at), run->second.data() + (from - run->first), to - from);
  }
}

std::filesystem::path journal_of(const std::filesystem::path& file) { return file.string() + ".journal"; }

int write_journal(const std::filesystem::path& file, const Changes& changes, std::uint64_t size) {
  const std::vector<char> journal = encoded(changes, size);
  return write_start_of(journal_of(file).c_str(), journal.data(), journal.size());
}

int commit(const std::filesystem::path& file, int descriptor, const Changes& changes, std::uint64_t size) {
  const std::vector<char> journal = encoded(changes, size);
  const std::string path = journal_of(file).string();
  // torn: its hash does not match
  if (const int error = write_start_of(path.c_str(), journal.data(), journal.size())) return error;
  return unkillable([bytes = journal.data(), name = path.c_str(), descriptor] {
    const int error = make_changes(bytes, descriptor);
    return error != 0 ? error : cross_out(name);
  });
}

bool finish_journal(const std::filesystem::path& file) {
  const std::filesystem::path path = journal_of(file);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return false;
  const std::vector<char> journal{std::istreambuf_iterator<char>(stream), {}};
  stream.close();
  // else the kill came in step 1, and the file is untouched
  const bool whole = is_whole(journal.data(), journal.size());
  if (whole) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    int error = descriptor < 0 ? errno : make_changes(journal.data(), descriptor);
    if (descriptor >= 0 && ::close(descriptor) != 0 && error == 0) error = errno;
    if (error != 0)
      throw ResourceError("cannot finish what was being written to " + file.string() +
                          " when it was killed: " + reason_of(error));
  }
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  return whole;
}

} // namespace ibsim

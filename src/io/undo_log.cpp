#include "io/undo_log.hpp"

#include "base/error.hpp"
#include "io/file_bytes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ibsim {
namespace {

constexpr std::uint64_t magic = 0x314f444e55534249; // "IBSUNDO1"
constexpr std::uint64_t page_bytes = 4096;
constexpr std::size_t boot_bytes = 64, head = 24 + boot_bytes, record_head = 24;

std::uint64_t hash_of_head(const char* log) { return hash_bytes(log, 16, hash_bytes(log + 24, boot_bytes)); }
std::uint64_t hash_of_record(const char* record) {
  return hash_bytes(record, 16, hash_bytes(record + record_head, number_at(record + 8)));
}

std::vector<char> head_of(std::uint64_t size, const std::string& boot) {
  std::vector<char> bytes;
  append_number(bytes, magic), append_number(bytes, size), append_number(bytes, 0);
  bytes.insert(bytes.end(), boot.begin(),
               boot.begin() + static_cast<std::ptrdiff_t>(std::min(boot.size(), boot_bytes)));
  bytes.resize(head, '\0');
  put_number(bytes.data() + 16, hash_of_head(bytes.data()));
  return bytes;
}

std::string boot_in(const std::vector<char>& log) {
  return std::string(log.data() + 24, strnlen(log.data() + 24, boot_bytes));
}

} // namespace

std::string this_boot() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  return boot;
}

std::filesystem::path undo_log_of(const std::filesystem::path& file) { return file.string() + ".before"; }

UndoLog::~UndoLog() {
  if (active()) ::close(log_);
}

int UndoLog::begin(const std::filesystem::path& file, int descriptor, const std::string& boot) {
  struct stat status {};
  if (const int error = wait_for_disk(descriptor)) return error;
  if (::fstat(descriptor, &status) != 0) return errno;
  path_ = undo_log_of(file);
  // As a new file, renamed when it is whole: until then the log before it holds.
  const std::string draft = path_.string() + ".writing";
  const std::vector<char> bytes = head_of(static_cast<std::uint64_t>(status.st_size), boot);
  const int log = ::open(draft.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (log < 0) return errno;
  int error = write_bytes(log, bytes.data(), bytes.size(), 0);
  if (error == 0) error = wait_for_disk(log);
  if (error == 0 && ::rename(draft.c_str(), path_.c_str()) != 0) error = errno;
  if (error != 0) {
    ::close(log);
    return error;
  }
  if (active()) ::close(log_);
  log_ = log, size_ = static_cast<std::uint64_t>(status.st_size), end_ = head;
  kept_.assign((size_ + page_bytes - 1) / page_bytes, false);
  const std::filesystem::path folder = path_.parent_path();
  return wait_for_disk(folder.empty() ? "." : folder.c_str());
}

void UndoLog::add_page(std::uint64_t page, int descriptor, std::vector<char>& records, int& error) {
  if (page >= kept_.size() || kept_[page] || error != 0) return;
  const std::uint64_t at = page * page_bytes, length = std::min(page_bytes, size_ - at);
  const std::size_t start = records.size();
  append_number(records, at), append_number(records, length), append_number(records, 0);
  records.resize(records.size() + length);
  error = read_bytes(descriptor, records.data() + start + record_head, length, at);
  put_number(records.data() + start + 16, hash_of_record(records.data() + start));
  kept_[page] = true;
}

int UndoLog::keep(int descriptor, const Changes& changes, std::uint64_t new_size) {
  std::vector<char> records;
  int error = 0;
  for (const auto& [at, bytes] : changes.runs())
    for (std::uint64_t page = at / page_bytes; page * page_bytes < at + bytes.size(); ++page)
      add_page(page, descriptor, records, error);
  for (std::uint64_t page = new_size / page_bytes; page < kept_.size(); ++page)
    add_page(page, descriptor, records, error);
  if (error != 0 || records.empty()) return error;
  if ((error = write_bytes(log_, records.data(), records.size(), end_)) != 0) return error;
  end_ += records.size();
  return wait_for_disk(log_);
}

int UndoLog::end(int descriptor) {
  if (!active()) return 0;
  if (const int error = wait_for_disk(descriptor)) return error;
  ::close(std::exchange(log_, -1));
  return ::unlink(path_.c_str()) == 0 ? 0 : errno;
}

bool put_back(const std::filesystem::path& file, const std::string& boot) {
  const std::filesystem::path path = undo_log_of(file);
  std::ifstream stream(path, std::ios::binary);
  std::error_code ignored;
  if (!stream || !std::filesystem::exists(file, ignored)) return false;
  const std::vector<char> log{std::istreambuf_iterator<char>(stream), {}};
  stream.close();
  const bool whole = log.size() >= head && number_at(log.data()) == magic &&
                     number_at(log.data() + 16) == hash_of_head(log.data());
  if (!whole || boot.empty() || boot_in(log) == boot) return false;
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  int error = descriptor < 0 ? errno : 0;
  const char* const end = log.data() + log.size();
  for (const char* record = log.data() + head;
       error == 0 && end - record >= static_cast<std::ptrdiff_t>(record_head);) {
    const std::uint64_t length = number_at(record + 8);
    if (length > page_bytes || length > static_cast<std::uint64_t>(end - record) - record_head ||
        number_at(record + 16) != hash_of_record(record))
      break;
    error = write_bytes(descriptor, record + record_head, length, number_at(record));
    record += record_head + length;
  }
  if (error == 0 && ::ftruncate(descriptor, static_cast<off_t>(number_at(log.data() + 8))) != 0)
    error = errno;
  if (error == 0) error = wait_for_disk(descriptor);
  if (descriptor >= 0) ::close(descriptor);
  if (error != 0)
    throw ResourceError("cannot put back " + file.string() +
                        " as it was before the machine crashed: " + reason_of(error));
  std::filesystem::remove(journal_of(file), ignored); // of changes that are gone
  std::filesystem::remove(path, ignored);
  return true;
}

} // namespace ibsim

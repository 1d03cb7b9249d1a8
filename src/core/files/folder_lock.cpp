#include "files/folder_lock.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "files/file_bytes.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ibsim {
namespace {

std::string first_line(const std::filesystem::path& path) {
  if (!is_file(path)) return {}; // a pipe would have to be waited for
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line.substr(0, 200);
}

/// The paths of files that this process holds, where the handler of a signal may read them.
struct Held {
  std::atomic<bool> taken{false}, there{false};
  char path[4096] = "";
};
Held held[8];
static_assert(std::atomic<bool>::is_always_lock_free); // else not for signal handlers

int hold(const std::string& path) {
  if (path.size() >= sizeof held[0].path) return -1;
  for (int i = 0; i < 8; ++i)
    if (!held[i].taken.exchange(true)) {
      std::strcpy(held[i].path, path.c_str());
      held[i].there = true;
      return i;
    }
  return -1;
}

std::string who_we_are() {
  char host[256] = "unknown", since[32] = "";
  gethostname(host, sizeof host - 1);
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  std::strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S", localtime_r(&now, &local));
  return text("process %d on %s, since %s\n", static_cast<int>(getpid()), host, since);
}

bool is_still(int descriptor, const std::filesystem::path& path) {
  struct stat ours {
  }, theirs{};
  return fstat(descriptor, &ours) == 0 && stat(path.c_str(), &theirs) == 0 && ours.st_ino == theirs.st_ino &&
         ours.st_dev == theirs.st_dev;
}

/// flock; a signal that the process survives does not end the wait. @return 0, or the error
int lock(int descriptor, bool waits) {
  while (::flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

} // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, bool waits) : path_(folder / "ibsim.lock") {
  while (true) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (descriptor_ < 0)
      throw ResourceError("cannot write into the output folder " + folder.string() + ": " + reason_of(errno));
    if (const int error = lock(descriptor_, waits)) {
      ::close(std::exchange(descriptor_, -1));
      if (error != EWOULDBLOCK) return; // no locks here: go on without
      const std::string holder = first_line(path_);
      throw ResourceError("the folder " + folder.string() + " is in use by another run" +
                          (holder.empty() ? "" : " (" + holder + ")") +
                          "; wait for it to end, or choose another folder");
    }
    if (is_still(descriptor_, path_)) break;
    ::close(descriptor_); // whoever held it has just removed the file: once more
  }
  const std::string holder = who_we_are();
  if (::ftruncate(descriptor_, 0) != 0 || ::pwrite(descriptor_, holder.data(), holder.size(), 0) < 0) {
    const std::string reason = reason_of(errno);
    ::unlink(path_.c_str()); // while it is ours
    ::close(std::exchange(descriptor_, -1));
    throw ResourceError("cannot write into the output folder " + folder.string() + ": " + reason);
  }
  held_ = hold(std::filesystem::absolute(path_).string());
}

void FolderLock::remove_files() noexcept {
  for (const Held& one : held)
    if (one.there) ::unlink(one.path);
}

std::optional<FolderLock> FolderLock::try_lock(const std::filesystem::path& folder) {
  try {
    return FolderLock(folder);
  } catch (const ResourceError&) {
    return {};
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  if (held_ >= 0) held[held_].there = false;
  ::unlink(path_.c_str()); // while it is ours
  if (held_ >= 0) held[held_].taken = false;
  ::close(descriptor_);
}

} // namespace ibsim

#include "files/file_lock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ibsim {

std::optional<FileLock> FileLock::try_lock(const std::filesystem::path& file, Kind kind) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor < 0) return FileLock(-1);
  if (::flock(descriptor, (kind == Kind::shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0)
    return FileLock(descriptor);
  const int error = errno;
  ::close(descriptor);
  if (error == EWOULDBLOCK) return {};
  return FileLock(-1);
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

} // namespace ibsim

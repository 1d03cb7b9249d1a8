#include "files/file_bytes.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ibsim {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void cannot(const char* doing, const fs::path& path, int error) {
  throw ResourceError("cannot " + std::string(doing) + " " + path.string() + ": " + reason_of(error));
}

/// Somebody may remove a file that is being written; what is written then is lost. @throws ResourceError
void require_name(int descriptor, const fs::path& path) {
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && status.st_nlink == 0)
    throw ResourceError(path.string() + ": was removed while it was written");
}

int open_again_if_interrupted(const fs::path& path, int flags) {
  int descriptor;
  do descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

/// 0 or an errno. A file system without fsync has nothing to wait for.
int wait_for_disk(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || errno == EROFS ? 0 : errno;
  }
  return 0;
}

} // namespace

FileBytes::FileBytes(FileBytes&& o) noexcept
    : path_(std::move(o.path_)), descriptor_(std::exchange(o.descriptor_, -1)), size_(o.size_) {}

FileBytes::~FileBytes() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileBytes FileBytes::open(const fs::path& path) {
  // without O_NONBLOCK a pipe would wait for somebody who writes
  FileBytes file(path, open_again_if_interrupted(path, O_RDONLY | O_NONBLOCK));
  struct stat status {};
  if (file.descriptor_ < 0 || ::fstat(file.descriptor_, &status) != 0) cannot_be_read(path, errno);
  if (!S_ISREG(status.st_mode))
    throw InputError(path.string() + ": is " + (S_ISDIR(status.st_mode) ? "a folder, " : "") +
                     "not a regular file");
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

FileBytes FileBytes::create(const fs::path& path) {
  FileBytes file(path, open_again_if_interrupted(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK));
  if (file.descriptor_ < 0) cannot("write", path, errno);
  return file;
}

FileBytes FileBytes::cut(const fs::path& path, std::uint64_t size) {
  FileBytes file(path, open_again_if_interrupted(path, O_WRONLY | O_NONBLOCK));
  if (file.descriptor_ < 0 || ::ftruncate(file.descriptor_, static_cast<off_t>(size)) != 0)
    cannot("write", path, errno);
  file.size_ = size;
  return file;
}

void FileBytes::read(char* bytes, std::size_t n, std::uint64_t at) const {
  while (n > 0) {
    const ssize_t done = ::pread(descriptor_, bytes, n, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) cannot_be_read(path_, errno);
    if (done == 0) throw InputError(path_.string() + ": is cut off");
    bytes += done, at += static_cast<std::uint64_t>(done), n -= static_cast<std::size_t>(done);
  }
}

void FileBytes::append(std::span<const char> bytes) {
  std::uint64_t at = size_;
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      const int error = done < 0 ? errno : EIO;
      [[maybe_unused]] const int as_before = ::ftruncate(descriptor_, static_cast<off_t>(size_));
      cannot("write", path_, error);
    }
    at += static_cast<std::uint64_t>(done), bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
  size_ = at;
  require_name(descriptor_, path_);
}

void FileBytes::sync() {
  require_name(descriptor_, path_);
  if (const int error = wait_for_disk(descriptor_)) cannot("write", path_, error);
}

void FileBytes::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) cannot("write", path_, errno);
}

void cannot_be_read(const fs::path& path, int error) {
  const std::string message = path.string() + ": cannot be read: " + reason_of(error);
  if (error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO) throw ResourceError(message);
  throw InputError(message);
}

std::string read_file(const fs::path& path, std::uint64_t most) {
  const FileBytes file = FileBytes::open(path);
  if (file.size() > most)
    throw InputError(path.string() + ": is too large: " + std::to_string(file.size()) + " bytes");
  std::string content(file.size(), '\0');
  file.read(content.data(), content.size(), 0);
  return content;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

void write_file(const fs::path& path, std::span<const char> content) {
  const fs::path part = path.string() + ".part";
  try {
    FileBytes file = FileBytes::create(part);
    file.append(content);
    file.sync();
    file.close();
    rename_file(part, path);
  } catch (...) {
    ::unlink(part.c_str());
    throw;
  }
}

void make_durable(const fs::path& path) {
  const int descriptor = open_again_if_interrupted(path, O_RDONLY | O_NONBLOCK);
  if (descriptor < 0) cannot("write to the disk", path, errno);
  const int error = wait_for_disk(descriptor);
  ::close(descriptor);
  if (error != 0) cannot("write to the disk", path, error);
}

void rename_file(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) cannot("replace", to, errno);
}

void remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR) cannot("remove", path, errno);
}

} // namespace ibsim

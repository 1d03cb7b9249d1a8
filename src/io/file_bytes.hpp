// Bytes of an open file, numbers among bytes, and their hash, for io/journal, io/undo_log and io/checkpoint.
// Numbers are 64 bits as the machine holds them. read_bytes and write_bytes are system calls alone, and give
// 0 or an errno.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

namespace ibsim {

inline int write_bytes(int descriptor, const char* bytes, std::size_t n, std::uint64_t at) {
  while (n > 0) {
    const ssize_t done = ::pwrite(descriptor, bytes, n, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done < 0 ? errno : EIO;
    bytes += done, at += static_cast<std::uint64_t>(done), n -= static_cast<std::size_t>(done);
  }
  return 0;
}

inline int read_bytes(int descriptor, char* bytes, std::size_t n, std::uint64_t at) {
  while (n > 0) {
    const ssize_t done = ::pread(descriptor, bytes, n, static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return done < 0 ? errno : EIO;
    bytes += done, at += static_cast<std::uint64_t>(done), n -= static_cast<std::size_t>(done);
  }
  return 0;
}

/// Wait until the disk has all of an open file or folder; where the file system has no such operation,
/// nothing is done. @return 0 or an errno
inline int wait_for_disk(int descriptor) {
  if (::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || errno == EROFS)
    return 0;
  return errno;
}

/// The same for a file or folder by its name; nothing is done if it cannot be opened.
inline int wait_for_disk(const char* path) {
  const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const int error = wait_for_disk(descriptor);
  ::close(descriptor);
  return error;
}

inline std::uint64_t number_at(const char* bytes) {
  std::uint64_t number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}
inline void put_number(char* bytes, std::uint64_t number) { std::memcpy(bytes, &number, sizeof number); }
inline void append_number(std::vector<char>& bytes, std::uint64_t number) {
  bytes.resize(bytes.size() + sizeof number);
  put_number(bytes.data() + bytes.size() - sizeof number, number);
}

/// FNV-1a, 64 bits.
inline std::uint64_t hash_bytes(const void* data, std::size_t n,
                                std::uint64_t hash = 14695981039346656037ull) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < n; ++i) hash = (hash ^ bytes[i]) * 1099511628211ull;
  return hash;
}

} // namespace ibsim

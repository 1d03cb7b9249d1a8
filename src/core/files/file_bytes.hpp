// Files as bytes: whole ones are written aside and renamed, and only regular files are read.
//
// A pipe, a device or a folder in place of a file is refused at once: to open one may wait for ever, to read
// one may never end. A call that a signal interrupts is made again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace ibsim {

/// An open file; closed at the end of its life.
class FileBytes {
 public:
  /// @throws InputError if it is not there, may not be read, or is no regular file
  static FileBytes open(const std::filesystem::path&);
  /// A new or empty one. @throws ResourceError
  static FileBytes create(const std::filesystem::path&);
  /// A file to go on at the end of its first `size` bytes; what was behind them is cut away. @throws
  /// ResourceError
  static FileBytes cut(const std::filesystem::path&, std::uint64_t size);
  ~FileBytes();
  FileBytes(FileBytes&& o) noexcept;
  FileBytes& operator=(FileBytes&&) = delete;

  std::uint64_t size() const { return size_; }
  /// @throws InputError if the file ends earlier or cannot be read
  void read(char* bytes, std::size_t n, std::uint64_t at) const;
  /// Writes at the end. @throws ResourceError; the file is then as long as before, or was removed meanwhile
  void append(std::span<const char>);
  /// Wait until the disk has all of it. @throws ResourceError
  void sync();
  /// @throws ResourceError if the last writes failed after all, as they may on a network
  void close();

 private:
  FileBytes(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

/// @throws ResourceError where the machine is the reason (too many open files, no memory, a disk that fails),
/// else InputError
[[noreturn]] void cannot_be_read(const std::filesystem::path&, int error);

/// All of a file of at most `most` bytes. @throws InputError
std::string read_file(const std::filesystem::path&, std::uint64_t most = std::uint64_t{4} << 30);

/// True if it is there and a regular file; false also where one may not look.
bool is_file(const std::filesystem::path&);

/// Write a whole file: to NAME.part, which is renamed when the disk has it, so that the name stands for the
/// old content or the new. @throws ResourceError; NAME.part is then gone
void write_file(const std::filesystem::path&, std::span<const char> content);

/// Wait until the content of a file, or the names in a folder, are on the disk. Where the file system has no
/// such operation nothing is done. @throws ResourceError also if it cannot be opened
void make_durable(const std::filesystem::path&);

/// @throws ResourceError
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Nothing happens if it is not there. @throws ResourceError
void remove_file(const std::filesystem::path&);

} // namespace ibsim

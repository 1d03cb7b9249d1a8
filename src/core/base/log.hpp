// The log: lines for a person on standard error, and the same in a file once a run has its folder.
//
// spdlog stays behind this header (its own headers do not compile under nvcc in C++20).
#pragma once

#include <filesystem>
#include <string_view>

namespace ibsim::log {

enum class Level { debug, info, warning, error, off };

void set_console_level(Level);
/// Also write every line, with its time, to `file` (appended): those to come, and, to the first file of a
/// process, those that came before, whatever the console showed. @throws ResourceError if it cannot be opened
void add_file(const std::filesystem::path& file);
/// Stop writing to the file of add_file, if any, and close it.
void close_file();

/// A run's log: open as long as this lives.
struct File {
  explicit File(const std::filesystem::path& file) { add_file(file); }
  ~File() { close_file(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

void debug(std::string_view);
void info(std::string_view);
void warning(std::string_view);
void error(std::string_view);
void flush();

} // namespace ibsim::log

// Common parts of the fuzzers of files: a folder in memory, and the promise that a file is read or refused in
// one line.
#pragma once

#include "base/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace fuzzing {

inline void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

/// A folder of this process, in memory where the system has one there.
inline const std::filesystem::path& folder() {
  static const std::filesystem::path path = [] {
    std::string name =
        std::filesystem::is_directory("/dev/shm") ? "/dev/shm/ibsim-fuzz-XXXXXX" : "/tmp/ibsim-fuzz-XXXXXX";
    if (!mkdtemp(name.data())) std::abort();
    static const std::string to_remove = name;
    std::atexit([] { std::filesystem::remove_all(to_remove); });
    return std::filesystem::path(name);
  }();
  return path;
}

inline void write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// @return whether it was read. Any other error than one for the user is a failure of the test.
template <class Read>
bool read_or_refused(const Read& read) {
  try {
    read();
    return true;
  } catch (const ibsim::InputError& e) {
    const std::string message = e.what();
    require(!message.empty() && message.find_first_of("\n\r") == message.npos, "not one line", message);
    return false;
  }
}

/// Choices of the fuzzer, one byte after the other; zeros at the end.
struct Choices {
  const unsigned char* data;
  std::size_t size;
  unsigned next() { return size > 0 ? (--size, *data++) : 0; }
  unsigned below(unsigned n) { return next() % n; }
};

} // namespace fuzzing

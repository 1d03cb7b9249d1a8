// Text files of numbers, a record a line behind a first line, such as openCARP's: read by all cores.
#pragma once

#include "base/precision.hpp"

#include <charconv>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace ibsim {

inline bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Numbers and words of a text, one after the other, that know their line. The path and the text must outlive
/// it.
class Words {
 public:
  /// @param line the number of the first one
  Words(const std::filesystem::path& path, std::string_view text, long line = 1)
      : path_(path), text_(text), line_(line) {}

  [[noreturn]] void fail(const std::string& message) const;
  /// True if anything follows at all.
  bool more();
  /// @param wanted what should be there, for messages. @throws InputError "file:line: ..."
  std::string_view word(const char* wanted);
  template <class T>
  T number(const char* wanted) {
    const std::string_view w = word(wanted);
    T value{};
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (error != std::errc() || end != w.data() + w.size()) fail_at_word(wanted, w);
    return value;
  }
  /// A number of points, tetrahedra or vertices that the rest of the text can hold.
  Index count(const char* of);

 private:
  [[noreturn]] void fail_at_word(const char* wanted, std::string_view found) const;
  const std::filesystem::path& path_;
  std::string_view text_;
  std::size_t at_ = 0;
  long line_;
};

/// Calls parse(i, words of line i) for i = 0 .. count - 1, in parallel and in any order. The first line and
/// blank lines do not count.
/// @param of the records ("points"), `one` of them ("a point"), for messages
/// @throws InputError the first in the file; also where there are more or fewer lines, or a line holds more
void read_records(const std::filesystem::path&, const std::string& text, Index count, const char* of,
                  const char* one, const std::function<void(Index, Words&)>& parse);

} // namespace ibsim

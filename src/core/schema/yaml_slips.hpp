// The place where a text that is no YAML went wrong, for the message: yaml-cpp names what it looked for,
// people slipped somewhere before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ibsim {

/// A text by lines and columns as yaml-cpp counts them: both from 0, columns in bytes. It must outlive this.
class YamlText {
 public:
  explicit YamlText(const std::string& text);

  std::size_t offset(int line, int column) const;
  int line_of(std::size_t offset) const;
  /// Which character of the line it is, from 0: what editors call the column.
  int character(int line, int column) const;

  /// A quote of YAML, " or ', stands here.
  bool is_quote(std::size_t offset) const;
  /// Where the quote that begins at `offset` ends; npos if it is not closed.
  std::size_t end_of_quote(std::size_t offset) const;
  /// Where a line begins with a space that YAML takes for a letter (U+00A0); npos if none does.
  std::size_t indented_by_other_spaces() const;

  /// `; ` and what mends the mistake behind one of the parser's messages; empty where that is not known.
  std::string remedy(const std::string& message, int line, int column) const;

 private:
  std::string_view line(int number) const;
  /// The line of the last { or [ before this place that is not closed; -1: none.
  int open_bracket(std::size_t before) const;

  const std::string& text_;
  std::vector<std::size_t> starts_; ///< of the lines
  struct Counted {
    int line = -1;
    std::size_t end = 0;   ///< an offset in the line
    int continuations = 0; ///< bytes before it that continue a letter
  };
  mutable Counted counted_; ///< so that the columns of a long line are counted once
};

} // namespace ibsim

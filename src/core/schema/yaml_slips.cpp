#include "schema/yaml_slips.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ibsim {
namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// What is wrong with a line by itself; empty: nothing that is known.
std::string slip_of(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  if (line.substr(0, indent).find('\t') != std::string_view::npos) return "indent by spaces, not by tabs";
  line.remove_prefix(indent);
  if (line.starts_with("//")) return "a comment begins with #";
  if (line.size() > 1 && line[0] == '-' && std::isalpha(static_cast<unsigned char>(line[1])))
    return "an item of a list begins with \"- \"";
  if (line.starts_with("- ")) line.remove_prefix(std::min(line.find_first_not_of(' ', 1), line.size()));
  const auto end = std::find_if_not(line.begin(), line.end(), is_letter);
  const std::string word(line.begin(), end);
  if (word.empty()) return "";
  std::string_view rest = line.substr(word.size());
  if (rest.size() > 1 && rest[0] == ':' && rest[1] != ' ' && rest[1] != '\r')
    return "a colon needs a space after it";
  rest.remove_prefix(std::min(rest.find_first_not_of(" \r"), rest.size()));
  if (rest.starts_with('=')) return "a value follows a colon and a space, not =";
  return rest.empty() || rest[0] == '#' ? "is \"" + word + "\" a key? it needs a colon" : "";
}

} // namespace

YamlText::YamlText(const std::string& text) : text_(text) {
  starts_.push_back(text.starts_with("\xef\xbb\xbf") ? 3 : 0); // what yaml-cpp does not count
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts_.push_back(i + 1);
}

std::size_t YamlText::offset(int line, int column) const {
  const std::size_t number = std::min(static_cast<std::size_t>(std::max(line, 0)), starts_.size() - 1);
  return std::min(starts_[number] + static_cast<std::size_t>(std::max(column, 0)), text_.size());
}

int YamlText::line_of(std::size_t offset) const {
  return static_cast<int>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
}

int YamlText::character(int line, int column) const {
  const std::size_t end = offset(line, column);
  if (line != counted_.line || end < counted_.end) counted_ = {line, offset(line, 0), 0};
  counted_.continuations += static_cast<int>(std::count_if(
      text_.begin() + static_cast<std::ptrdiff_t>(counted_.end),
      text_.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return (c & 0xc0) == 0x80; }));
  counted_.end = end;
  return column - counted_.continuations;
}

bool YamlText::is_quote(std::size_t offset) const {
  return offset < text_.size() && (text_[offset] == '"' || text_[offset] == '\'');
}

std::size_t YamlText::end_of_quote(std::size_t offset) const {
  const char quote = text_[offset];
  for (std::size_t i = offset + 1; i < text_.size(); ++i) {
    if (quote == '"' && text_[i] == '\\')
      ++i;
    else if (quote == '\'' && text_.compare(i, 2, "''") == 0)
      ++i;
    else if (text_[i] == quote)
      return i;
  }
  return std::string::npos;
}

std::size_t YamlText::indented_by_other_spaces() const {
  for (const std::size_t start : starts_) {
    const std::size_t at = std::min(text_.find_first_not_of(' ', start), text_.size());
    if (text_.compare(at, 2, "\u00a0") == 0) return at;
  }
  return std::string::npos;
}

std::string_view YamlText::line(int number) const {
  const std::size_t begin = offset(number, 0), end = std::min(text_.find('\n', begin), text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

int YamlText::open_bracket(std::size_t before) const {
  std::vector<std::size_t> open;
  for (std::size_t i = starts_[0]; i < std::min(before, text_.size()); ++i) {
    const char c = text_[i], last = i > 0 ? text_[i - 1] : '\n';
    if (c == '#' && (last == ' ' || last == '\n' || last == '\t'))
      i = std::min(text_.find('\n', i), text_.size()); // a comment
    else if (is_quote(i) && !is_letter(last))
      i = std::min(end_of_quote(i), text_.size());
    else if (c == '{' || c == '[')
      open.push_back(i);
    else if ((c == '}' || c == ']') && !open.empty())
      open.pop_back();
  }
  return open.empty() ? -1 : line_of(open.back());
}

std::string YamlText::remedy(const std::string& message, int number, int column) const {
  const bool in_map = message == "end of map flow not found";
  if (in_map || message == "end of sequence flow not found") {
    const std::string open = in_map ? "{" : "[", close = in_map ? "}" : "]";
    const int begins = open_bracket(offset(number, column));
    if (begins >= 0 && begins != number)
      return "; the " + open + " in line " + std::to_string(begins + 1) + " has no " + close;
    return "; what is between " + open + " and " + close + " has commas between, and each " + open + " its " +
           close;
  }
  int before = number - 1;
  while (before >= 0 && line(before).find_first_not_of(" \r") == std::string_view::npos) --before;
  for (const int suspect : {number, before})
    if (const std::string slip = suspect < 0 ? "" : slip_of(line(suspect)); !slip.empty())
      return "; line " + std::to_string(suspect + 1) + ": " + slip;
  static const std::pair<const char*, const char*> remedies[] = {
      {"illegal flow end", "; a } or ] has no { or [ before it"},
      {"end of map not found", "; a key needs the indentation of its neighbours"},
      {"end of sequence not found", "; items of a list begin with \"- \" and the same indentation"},
      {"illegal map value", "; a key needs the indentation of its neighbours, and text with a colon quotes"},
      {"illegal tab when looking for indentation", "; indent by spaces, not by tabs"}};
  for (const auto& [said, mends] : remedies)
    if (message == said) return mends;
  return "";
}

} // namespace ibsim

#include "base/text.hpp"

#include <cstdarg>
#include <cstdio>

namespace ibsim {

std::string text(const char* format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  std::string out(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, format, values)), '\0');
  std::vsnprintf(out.data(), out.size() + 1, format, again);
  va_end(again);
  va_end(values);
  return out;
}

namespace {

/// Control characters are those below a space, DEL, and U+0080 to U+009F, in UTF-8 c2 80 to c2 9f.
std::string without_control(std::string text, bool keep_ends_of_lines) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if ((c < 0x20 && !(keep_ends_of_lines && c == '\n')) || c == 0x7f) text[i] = ' ';
    if (c == 0xc2 && next >= 0x80 && next <= 0x9f) text[i] = text[i + 1] = ' ';
  }
  return text;
}

} // namespace

std::string one_line(std::string text) { return without_control(std::move(text), false); }
std::string printable(std::string text) { return without_control(std::move(text), true); }

std::string shortened(std::string_view given) {
  constexpr std::size_t most = 80;
  if (given.size() <= most) return std::string(given);
  std::size_t end = most;
  while (end > most - 4 && (given[end] & 0xc0) == 0x80) --end; // not within a letter of UTF-8
  return std::string(given.substr(0, end)) + "...";
}

std::string in_quotes(std::string_view given) { return "\"" + shortened(given) + "\""; }

} // namespace ibsim

#include "base/utf8.hpp"

#include <cstdint>

namespace ibsim {
namespace {

/// Length in bytes of the character at `i`; 0: there is none.
std::size_t length_of_character(std::string_view text, std::size_t i) {
  const unsigned char c = static_cast<unsigned char>(text[i]);
  const int more = c < 0x80             ? 0
                   : (c & 0xe0) == 0xc0 ? 1
                   : (c & 0xf0) == 0xe0 ? 2
                   : (c & 0xf8) == 0xf0 ? 3
                                        : -1;
  if (more < 0 || i + static_cast<std::size_t>(more) >= text.size()) return 0;
  std::uint32_t code = more == 0 ? c : c & (0x3fu >> more);
  for (int k = 1; k <= more; ++k) {
    const unsigned char d = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
    if ((d & 0xc0) != 0x80) return 0;
    code = (code << 6) | (d & 0x3fu);
  }
  const std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (code < least[more] || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return 0;
  return static_cast<std::size_t>(more) + 1;
}

} // namespace

std::size_t first_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool control = (c >= 0 && c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f;
    const std::size_t length = length_of_character(text, i);
    if (control || length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

std::string valid_utf8(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t length = length_of_character(bytes, i);
    text += length > 0 ? bytes.substr(i, length) : "\xef\xbf\xbd";
    i += length > 0 ? length : 1;
  }
  return text;
}

} // namespace ibsim

#include "base/utf8.hpp"

#include <cstdint>

namespace ibsim {

std::size_t first_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const int more = c < 0x80             ? 0
                     : (c & 0xe0) == 0xc0 ? 1
                     : (c & 0xf0) == 0xe0 ? 2
                     : (c & 0xf8) == 0xf0 ? 3
                                          : -1;
    if (more < 0 || i + static_cast<std::size_t>(more) >= text.size() ||
        (more == 0 && c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
      return i;
    std::uint32_t code = more == 0 ? c : c & (0x3fu >> more);
    for (int k = 1; k <= more; ++k) {
      const unsigned char d = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
      if ((d & 0xc0) != 0x80) return i;
      code = (code << 6) | (d & 0x3fu);
    }
    const std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (code < least[more] || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return i;
    i += static_cast<std::size_t>(more) + 1;
  }
  return std::string_view::npos;
}

} // namespace ibsim

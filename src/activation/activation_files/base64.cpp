#include "activation_files/base64.hpp"

#include "activation_files/text_records.hpp"

#include <cstdint>

namespace ibsim {

std::string from_base64(std::string_view text, std::size_t most) {
  std::string bytes;
  if (most == 0) return bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    if (value < 0) break;
    group = group << 6 | static_cast<std::uint32_t>(value);
    if ((bits += 6) >= 8) {
      bytes.push_back(static_cast<char>(group >> (bits -= 8) & 255));
      if (bytes.size() == most) break;
    }
  }
  return bytes;
}

} // namespace ibsim

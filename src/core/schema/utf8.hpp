// Text files are UTF-8, but the path of a file is any bytes: what is no UTF-8 is shown as U+FFFD.
#pragma once

#include <string>

namespace ibsim {

inline std::string valid_utf8(const std::string& bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto at = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
    const unsigned first = at(i);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xc2 && first < 0xe0 ? 2
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    bool whole = length > 0 && i + length <= bytes.size();
    for (std::size_t k = 1; whole && k < length; ++k) whole = (at(i + k) & 0xc0) == 0x80;
    if (whole && length > 2) { // neither a longer way to write a shorter one, nor a surrogate, nor too large
      const unsigned second = at(i + 1);
      whole = !((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
                (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90));
    }
    text += whole ? bytes.substr(i, length) : "\xef\xbf\xbd";
    i += whole ? length : 1;
  }
  return text;
}

} // namespace ibsim

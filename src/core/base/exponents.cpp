#include "base/exponents.hpp"

#include <cctype>

namespace ibsim {

std::string with_short_exponents(std::string text) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]));
  };
  for (std::size_t i = 1; i + 3 < text.size(); ++i)
    if (text[i] == 'e' && is_digit(i - 1) && (text[i + 1] == '-' || text[i + 1] == '+') &&
        text[i + 2] == '0' && is_digit(i + 3))
      text.erase(i + 2, 1);
  return text;
}

} // namespace ibsim

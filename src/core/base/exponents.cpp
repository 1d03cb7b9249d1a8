#include "base/exponents.hpp"

#include "base/text.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>

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

std::string rounded(double value, int digits) {
  const std::string short_one = text("%.*g", digits, value);
  const double as_said = std::strtod(short_one.c_str(), nullptr);
  return std::abs(as_said) >= 1 && std::abs(as_said) < 1e6 ? text("%.10g", as_said)
                                                           : with_short_exponents(short_one);
}

} // namespace ibsim

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

} // namespace ibsim

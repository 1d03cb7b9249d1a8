// text("%d cells of %g um", n, h): printf's formatting into a string, of any length.
#pragma once

#include <string>

namespace ibsim {

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

} // namespace ibsim

// text("%d cells of %g um", n, h): printf's formatting into a string, of any length; and what a user gave,
// made fit for a message.
#pragma once

#include <string>
#include <string_view>

namespace ibsim {

/// Without control characters, which a terminal would obey: each becomes a space.
std::string one_line(std::string);
/// As above, but ends of lines stay.
std::string printable(std::string);

/// At most 80 bytes of it, whole letters, with "..." for the rest: what a user gave, for a message.
std::string shortened(std::string_view);
/// Text in double quotes.
std::string in_quotes(std::string_view);

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

} // namespace ibsim

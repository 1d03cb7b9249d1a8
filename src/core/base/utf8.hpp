// Text in UTF-8, as users' files must have it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ibsim {

/// Offset of the first byte that is not part of valid UTF-8 text, or npos. Control characters are not text.
std::size_t first_bad_byte(std::string_view text);

/// Replaces each byte that is not part of valid UTF-8 by U+FFFD: the path of a file is any bytes.
std::string valid_utf8(std::string_view bytes);

} // namespace ibsim

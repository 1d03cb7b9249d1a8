// Text in UTF-8, as users' files must have it.
#pragma once

#include <cstddef>
#include <string_view>

namespace ibsim {

/// Offset of the first byte that is not part of valid UTF-8 text, or npos. Control characters are not text.
std::size_t first_bad_byte(std::string_view text);

} // namespace ibsim

// Bytes as text of 64 characters (RFC 4648).
#pragma once

#include <string>
#include <string_view>

namespace ibsim {

/// Up to `most` bytes of base64 text; stops at padding.
std::string from_base64(std::string_view text, std::size_t most);
/// The number of characters that `bytes` bytes take, padding included.
inline std::size_t base64_length(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

} // namespace ibsim

// The size of a failed allocation: std::bad_alloc does not have it.
#pragma once

#include <cstddef>

namespace ibsim {

/// The bytes of the last allocation by new that failed; 0: none did.
std::size_t last_failed_allocation() noexcept;

} // namespace ibsim

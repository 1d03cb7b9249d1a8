// Number types. All physics is in `real`; loop indices are 32 bits, sizes in bytes or elements are
// std::size_t.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ibsim {

using real = double;
using Index = std::int32_t;

} // namespace ibsim

// The number of objects that are computed together, whoever has them.
#pragma once

#include <cstddef>

namespace ibsim {

/// The most objects that ranks compute together; of more each has its own, with the bits of who has all.
constexpr std::size_t most_together = 256;

} // namespace ibsim

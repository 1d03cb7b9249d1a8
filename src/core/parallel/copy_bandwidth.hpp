// The memory bandwidth that a plain copy reaches: the yardstick of `ibsim bench`.
#pragma once

#include "parallel/stream.hpp"

#include <cstddef>

namespace ibsim {

/// Bytes a second, read and written both counted, of copying `bytes` from one array to another: the median of
/// some copies, after a warm-up. Needs twice the memory. Waits for the stream.
/// @throws ResourceError if there is not enough memory
template <class B>
double copy_bandwidth(const Stream<B>&, std::size_t bytes, int copies = 8);

} // namespace ibsim

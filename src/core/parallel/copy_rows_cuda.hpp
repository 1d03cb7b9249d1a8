// Rows of memory of GPUs, copied to where they are further apart or nearer together, also to another GPU.
#pragma once

#include "parallel/stream.hpp"

namespace ibsim {

/// `rows` rows of so many bytes; steps from one to the next, in bytes. In the order of the stream.
void copy_rows(const Stream<Cuda>&, void* to, std::size_t to_step, const void* from, std::size_t from_step,
               std::size_t bytes, std::size_t rows);

} // namespace ibsim

// The dense product of dense_product.hpp on the GPU where B has few columns: then all that matters is to read
// A once, at full speed.
#pragma once

#include "base/precision.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

/// C = A B for a batch, as DenseProduct::multiply. False, and nothing done, if n is not 1, 3, 4, 6, 9 or 12
/// or the shape does not fit.
bool thin_product(const Stream<Cuda>&, Index batch, Index m, Index n, Index k, const real* a, const real* b,
                  real* c);

} // namespace ibsim

// to[i] += from[i], i = 0 .. n-1.
#pragma once

#include "base/precision.hpp"
#include "parallel/stream.hpp"

namespace ibsim {

template <class B>
void add_to(const Stream<B>&, Size n, const real* from, real* to);

} // namespace ibsim

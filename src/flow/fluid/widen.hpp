// Numbers of a field in double, from either precision. For kernel files only.
#pragma once

#include "parallel/for_each.hpp"

namespace ibsim {

/// to[c] = from[c], c = 0 .. cells-1: the pressure in T, for a frame.
template <class B, class T>
void widen(const Stream<B>& stream, Size cells, const T* from, real* to) {
  for_each(stream, cells, [=] IBSIM_KERNEL(Size c) { to[c] = from[c]; });
}

} // namespace ibsim

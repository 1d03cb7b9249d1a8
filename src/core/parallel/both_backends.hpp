// A pair of functions, one for each backend, from a function that serves both.
#pragma once

#include "parallel/with_cuda.hpp"

namespace ibsim {

/// Sets `cpu` of a Pair, and `cuda` where this build has it.
template <class Pair, class F>
Pair for_both_backends(F f) {
  Pair made;
  made.cpu = f;
#if defined(IBSIM_WITH_CUDA)
  made.cuda = f;
#endif
  return made;
}

} // namespace ibsim

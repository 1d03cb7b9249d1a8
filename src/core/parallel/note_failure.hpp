// Noting a failure from within a kernel: see first_failure.hpp. For kernel files only.
#pragma once

#include "parallel/atomic_min.hpp"
#include "parallel/first_failure.hpp"

namespace ibsim {

#if defined(__CUDACC__)
#define IBSIM_NOTE __device__ inline
#else
#define IBSIM_NOTE inline
#endif

/// One work item alone calls this, once a step, in a kernel before those that note failures.
IBSIM_NOTE void begin_step(const FailureNotes& notes) { ++notes.words[1]; }

/// Item i of this kernel has failed, in the way `what` < 8.
IBSIM_NOTE void note_failure(const FailureNotes& notes, Index i, unsigned what) {
  const unsigned long long place = notes.first_place + static_cast<unsigned long long>(i);
  atomic_min(notes.words, (notes.words[1] * notes.places + place) * 8 + what);
}

#undef IBSIM_NOTE

} // namespace ibsim

// for_each_share(first, begin, end, f): f(part) for part = begin .. end-1, parts of a list that hold items
// first[part] .. first[part + 1] - 1, side by side on the cores of the CPU. A thread has neighbouring parts
// with about its share of the items, the same ones for the same list, so that what it writes may stay in its
// cache.
#pragma once

#include "base/precision.hpp"

#include <algorithm>
#include <omp.h>

namespace ibsim {

template <class F>
void for_each_share(const Index* first, Index begin, Index end, F f) {
  const std::int64_t from = first[begin], items = std::max<std::int64_t>(1, first[end] - from);
#pragma omp parallel
  for (Index part = begin; part < end; ++part) {
    const std::int64_t middle = (std::int64_t{first[part]} + first[part + 1]) / 2 - from;
    if (std::min(items - 1, middle) * omp_get_num_threads() / items == omp_get_thread_num()) f(part);
  }
}

} // namespace ibsim

// The least time of five tries of f(), in seconds of the stream's clock: what nothing disturbed.
#pragma once

#include "parallel/stream.hpp"

#include <algorithm>
#include <limits>

namespace ibsim {

template <class B, class F>
double fastest_of_five(const Stream<B>& stream, F f) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5; ++i) {
    const double begin = stream.seconds();
    f();
    best = std::min(best, stream.seconds() - begin);
  }
  return best;
}

} // namespace ibsim

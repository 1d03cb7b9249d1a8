// A number as the sum of two floats, some 48 bits: sums of many terms need no arithmetic in double, which
// most GPUs do at 1/64 of the rate of floats.
//
// The rest of a sum is that of Knuth's TwoSum (The Art of Computer Programming 2, 4.2.2). A compiler may join
// a term that is a product to its sum; the rest then errs by the rounding of that product, which a float has
// anyway.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

namespace ibsim {

struct TwoFloats {
  float sum = 0, rest = 0;

  IBSIM_HD explicit operator real() const { return real{sum} + real{rest}; }
};

IBSIM_HD TwoFloats operator+(TwoFloats a, TwoFloats b) {
  const float sum = a.sum + b.sum, of_b = sum - a.sum, lost = (a.sum - (sum - of_b)) + (b.sum - of_b);
  return {sum, a.rest + b.rest + lost};
}

} // namespace ibsim

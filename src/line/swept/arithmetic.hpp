// Division and square root without branches. What CUDA makes of a / b and sqrt(x) tests for rare operands and
// jumps, behind which the compiler moves nothing: two faces of a gas are then computed one after the other.
// These are the fast paths alone, correctly rounded (Markstein 1990) while neither operands nor results are
// near the ends of the range of exponents; so they give the bits of the CPU, where they are / and sqrt.
#pragma once

#include "base/host_device.hpp"
#include "base/precision.hpp"

#include <cmath>

namespace ibsim::line {

#if defined(__CUDA_ARCH__)
__device__ __forceinline__ double reciprocal(double b) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(b)); // 20 bits
  double e = fma(-b, r, 1.0);
  e = fma(e, e, e);
  r = fma(r, e, r);
  e = fma(-b, r, 1.0);
  return fma(r, e, r);
}
__device__ __forceinline__ double divide(double a, double b) {
  const double r = reciprocal(b), q = a * r;
  return fma(r, fma(-b, q, a), q);
}
__device__ __forceinline__ double root(double x) {
  double y; // about 1/sqrt(x)
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  double e = fma(x, -(y * y), 1.0);
  y = fma(fma(e, 0.375, 0.5), y * e, y);
  const double g = x * y, h = 0.5 * y;
  return fma(fma(g, -g, x), h, g);
}
#else
IBSIM_HD real reciprocal(real b) { return 1 / b; }
IBSIM_HD real divide(real a, real b) { return a / b; }
IBSIM_HD real root(real x) { return std::sqrt(x); }
#endif

} // namespace ibsim::line

#include "base/signal.hpp"

#include "base/piecewise_linear.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real Signal::at(real time) const {
  constexpr real pi = 3.14159265358979323846;
  real s = mean;
  if (amplitude != 0) s += amplitude * std::sin(2 * pi * (time / period) + phase);
  if (times.empty()) return s;
  if (repeats) { // by the remainder, which has no rounding
    const real length = times.back() - times.front(), into = std::fmod(time - times.front(), length);
    time = times.front() + (into < 0 ? into + length : into);
  }
  return s + piecewise_linear(times, values, time);
}

real Signal::bound() const {
  real most = 0;
  for (const real v : values) most = std::max(most, std::abs(mean + v));
  if (values.empty()) most = std::abs(mean);
  return most + std::abs(amplitude);
}

Signal Signal::scaled(real factor) const {
  Signal s = *this;
  s.mean *= factor, s.amplitude *= factor;
  for (real& v : s.values) v *= factor;
  return s;
}

} // namespace ibsim

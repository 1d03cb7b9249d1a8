#include "base/signal.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real Signal::at(real time) const {
  constexpr real pi = 3.14159265358979323846;
  real s = mean;
  if (amplitude != 0) s += amplitude * std::sin(2 * pi * (time / period) + phase);
  if (times.empty()) return s;
  if (repeats) {
    const real length = times.back() - times.front();
    time -= length * std::floor((time - times.front()) / length);
  }
  if (time <= times.front()) return s + values.front();
  if (time >= times.back()) return s + values.back();
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const real part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return s + values[after - 1] + part * (values[after] - values[after - 1]);
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

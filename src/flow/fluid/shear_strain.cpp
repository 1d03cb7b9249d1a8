#include "fluid/shear_strain.hpp"

#include <cmath>

namespace ibsim {
namespace {

/// The integral of the table alone, from its first time to `time`, which is within it.
real integral_within(const Signal& s, real time) {
  real sum = 0;
  for (std::size_t i = 1; i < s.times.size() && s.times[i - 1] < time; ++i) {
    const real length = s.times[i] - s.times[i - 1], part = std::fmin(1, (time - s.times[i - 1]) / length);
    sum += part * length * (s.values[i - 1] + part / 2 * (s.values[i] - s.values[i - 1]));
  }
  return sum;
}

/// The integral of the table alone, from its first time to any.
real integral_of_table(const Signal& s, real time) {
  const real begin = s.times.front(), end = s.times.back();
  if (s.repeats) {
    const real periods = std::floor((time - begin) / (end - begin));
    return periods * integral_within(s, end) + integral_within(s, time - periods * (end - begin));
  }
  if (time <= begin) return (time - begin) * s.values.front();
  return integral_within(s, std::fmin(time, end)) + std::fmax(0, time - end) * s.values.back();
}

} // namespace

real integral(const Signal& s, real time) {
  constexpr real pi = 3.14159265358979323846;
  real sum = s.mean * time;
  if (s.amplitude != 0)
    sum += s.amplitude * s.period / (2 * pi) *
           (std::cos(s.phase) - std::cos(2 * pi * (time / s.period) + s.phase));
  if (!s.times.empty()) sum += integral_of_table(s, time) - integral_of_table(s, 0);
  return sum;
}

} // namespace ibsim

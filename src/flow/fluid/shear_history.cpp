#include "fluid/shear_history.hpp"

#include "base/piecewise_linear.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real ShearHistory::at(real time) const {
  if (repeats) {
    const real period = times.back() - times.front(), into = std::fmod(time - times.front(), period);
    time = times.front() + (into < 0 ? into + period : into);
  }
  return piecewise_linear(times, rates, time);
}

real ShearHistory::largest() const {
  real most = 0;
  for (const real rate : rates) most = std::max(most, std::abs(rate));
  return most;
}

} // namespace ibsim

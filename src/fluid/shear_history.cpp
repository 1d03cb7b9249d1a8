#include "fluid/shear_history.hpp"

#include <algorithm>
#include <cmath>

namespace ibsim {

real ShearHistory::at(real time) const {
  if (repeats) {
    const real period = times.back() - times.front(), into = std::fmod(time - times.front(), period);
    time = times.front() + (into < 0 ? into + period : into);
  }
  if (time <= times.front()) return rates.front();
  if (time >= times.back()) return rates.back();
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
  const real part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return rates[after - 1] + part * (rates[after] - rates[after - 1]);
}

real ShearHistory::largest() const {
  real most = 0;
  for (const real rate : rates) most = std::max(most, std::abs(rate));
  return most;
}

} // namespace ibsim
